import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, (32, 32, 2)](np.zeros(4))
