import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i == 5:
        raise ValueError("five")
    x[i] = 1


k[2, 4](np.zeros(8))
