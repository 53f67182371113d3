import numpy as np
from numba import cuda


count = 1


@cuda.jit
def k(x):
    global count
    count = 2  # error
    x[0] = count


k[1, 1](np.zeros(4))
