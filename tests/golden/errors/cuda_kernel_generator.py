import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    yield x[0]  # error


k[1, 1](np.zeros(4))
