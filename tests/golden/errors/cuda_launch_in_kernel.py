import numpy as np
from numba import cuda


@cuda.jit
def inner(x):
    x[0] = 2


@cuda.jit
def k(x):
    inner[1, 1](x)  # error: unsupported


k[1, 1](np.zeros(4))
