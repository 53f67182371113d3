import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = np.random.rand()  # error


k[1, 1](np.zeros(4))
