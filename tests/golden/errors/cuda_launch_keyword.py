import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, 4](x=np.zeros(4))  # error
