import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


n = -4
k[1, n](np.zeros(4))
