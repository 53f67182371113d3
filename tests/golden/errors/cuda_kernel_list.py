import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    a = [x[0], 2.0, 3.0]
    a.append(1.0)  # error


k[1, 1](np.zeros(4))
