import numpy as np
from numba import cuda


@cuda.jit
def meet(x):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    if cuda.blockIdx.x == 0:
        x[i] = 1
        cuda.syncthreads()
        g.sync()
    else:
        x[i] = 2


meet[2, 4](np.zeros(8))
