import numpy as np
from numba import cuda


@cuda.jit(device=True)
def f(x):
    return x + 1


print(f(3))  # error: unsupported
