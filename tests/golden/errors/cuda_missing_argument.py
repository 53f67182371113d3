import numpy as np
from numba import cuda


@cuda.jit
def k(x, y):
    x[0] = y


k[1, 1](np.zeros(3))  # error
