import numpy as np
from numba import cuda


@cuda.jit(device=True)
def check(x, i):
    if x[i] > 2:
        raise ValueError("too much")
    return x[i]


@cuda.jit
def k(x):
    i = cuda.grid(1)
    x[i] = check(x, i) + 1


k[1, 4](np.arange(4))
