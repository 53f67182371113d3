import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = 1


k(np.zeros(4))  # error: unsupported
