import numpy as np
from numba import cuda


@cuda.jit(device=True)
def depth(n):  # error: unsupported
    if n < 1:
        return cuda.threadIdx.x
    return depth(n - 1) + 1


@cuda.jit
def k(x):
    x[0] = depth(3)


k[1, 1](np.zeros(3))
