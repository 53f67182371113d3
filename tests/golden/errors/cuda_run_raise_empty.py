import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    if x[cuda.grid(1)] == 0:
        raise ValueError


k[1, 4](np.arange(4.0)[::-1].copy())
cuda.synchronize()
