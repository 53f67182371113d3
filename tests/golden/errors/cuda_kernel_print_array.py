import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    print("all:", x)  # error


k[1, 1](np.zeros(4))
