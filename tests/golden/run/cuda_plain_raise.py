# Exceptions of kernels without a text.
import numpy as np
from numba import cuda


class Odd(Exception):
    pass


@cuda.jit
def k(x, which):
    i = cuda.grid(1)
    if i == 1 and which == 0:
        raise ValueError
    if i == 1 and which == 1:
        raise IndexError()
    if i == 1 and which == 2:
        raise Odd
    assert i != 1 or which != 3
    x[i] = which


for which in range(5):
    x = np.zeros(2)
    try:
        k[1, 2](x, which)
        cuda.synchronize()
        print(x)
    except (ValueError, IndexError, Odd, AssertionError) as e:
        print(type(e).__name__)
