import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


n = 100
k[n / 10, 10](np.zeros(100))  # error
