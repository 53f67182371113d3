import numpy as np
from numba import cuda


@cuda.jit(["void(float64[:])", "void(float32[:, :])"])
def k(x):
    x[0] = 1


k[1, 1](np.zeros(2, dtype=np.float32))  # error
