import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    a = cuda.local.array(x.size, np.float32)  # error
    a[0] = x[0]


k[1, 1](np.zeros(4))
