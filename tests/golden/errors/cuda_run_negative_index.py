import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    i = cuda.grid(1)
    x[-1 - i] = i


k[1, 4](np.zeros(3))
cuda.synchronize()
