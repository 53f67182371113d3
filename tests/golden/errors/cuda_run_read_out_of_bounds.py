import numpy as np
from numba import cuda


@cuda.jit
def k(x, y):
    i = cuda.grid(1)
    y[i] = x[i, 2]


k[1, 4](np.zeros((4, 2)), np.zeros(4))
cuda.synchronize()
