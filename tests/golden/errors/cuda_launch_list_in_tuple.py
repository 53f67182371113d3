import numpy as np
from numba import cuda


@cuda.jit
def k(x, t):
    x[0] = 1


k[1, 1](np.zeros(1), ([1, 2], 3))  # error
