import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    cuda.atomic.and_(x, 0, 1)  # error


k[1, 1](np.zeros(3))
