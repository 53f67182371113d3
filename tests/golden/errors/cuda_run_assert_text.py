import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    i = cuda.grid(1)
    assert i != 2, "two"
    x[i] = i


k[1, 4](np.zeros(4))
cuda.synchronize()
