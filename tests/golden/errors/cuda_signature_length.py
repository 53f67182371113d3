import numpy as np
from numba import cuda


@cuda.jit("void(float64[:], int32)")  # error
def k(x):
    x[0] = 1


k[1, 1](np.zeros(2))
