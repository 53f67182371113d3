import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1) / 2] = 1  # error


k[1, 1](np.zeros(4))
