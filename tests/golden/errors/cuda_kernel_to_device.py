import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    d = cuda.to_device(x)  # error


k[1, 1](np.zeros(4))
