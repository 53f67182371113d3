import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = 1


x = np.zeros(3)
k[x.size // 4, 32](x)
