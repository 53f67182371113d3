import numpy as np
from numba import cuda


def k(x, n):
    x[0] = n


print(cuda.compile_ptx(k, "void(float64[:])"))  # error
