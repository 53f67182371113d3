import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(4)] = 1  # error


k[1, 1](np.zeros(3))
