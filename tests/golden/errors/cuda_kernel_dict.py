import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    a = {1: 2.0}
    x[0] = a[1]  # error


k[1, 1](np.zeros(4))
