import numpy as np
from numba import cuda


@cuda.jit(device=True)
def down(n):
    if n < 0:
        return 0
    return down(n + 1) + 1


@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i > 30:
        x[i] = down(i)


k[16, 16](np.zeros(256))
