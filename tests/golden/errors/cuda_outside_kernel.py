import numpy as np
from numba import cuda


def f():
    return cuda.threadIdx.x  # error: unsupported


print(f())
