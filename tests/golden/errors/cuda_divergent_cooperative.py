import numpy as np
from numba import cuda


@cuda.jit
def meet(x):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    if cuda.blockIdx.x == 0:
        cuda.syncthreads()
    if cuda.blockIdx.x == 1 and i > 5:
        x[i] = 1
        cuda.syncthreads()
    g.sync()


meet[2, 4](np.zeros(8))
