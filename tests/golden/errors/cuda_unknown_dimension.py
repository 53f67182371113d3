import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.threadIdx.w] = 1  # error


k[1, 1](np.zeros(3))
