import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, 3](np.zeros(3))
k[2, 2](np.zeros(3))
