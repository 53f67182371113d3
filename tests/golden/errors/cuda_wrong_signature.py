import numpy as np
from numba import cuda


@cuda.jit("void(int32[:])")
def k(x):
    x[0] = 4


k[1, 1](np.zeros(3))  # error: unsupported
