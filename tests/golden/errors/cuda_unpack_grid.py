import numpy as np
from numba import cuda
@cuda.jit
def k(a):
    i, j = cuda.grid(1)  # error: unsupported
    a[i] = j
k[1, 32](np.zeros(32))
