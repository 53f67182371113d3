import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = 1
    return x[0]


k[1, 1](np.zeros(4))  # error: unsupported
