import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    a = cuda.shared.array(20000, np.float64)
    b = cuda.shared.array(20000, np.float64)  # error
    a[0] = x[0]
    b[0] = a[0]
    x[0] = b[0]


k[1, 1](np.zeros(4))
