import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    a = {1, 2}
    x[0] = len(a)  # error


k[1, 1](np.zeros(4))
