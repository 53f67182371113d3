import numpy as np
from numba import cuda
@cuda.jit
def k(a):
    i = cuda.threadIdx
    a[i] = 1  # error: unsupported
k[1, 32](np.zeros(32))
