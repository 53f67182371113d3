import numpy as np
from numba import cuda


@cuda.jit(device=True)
def middle(x):
    return np.median(x)  # error


@cuda.jit
def k(x):
    x[0] = middle(x)


k[1, 1](np.zeros(4))
