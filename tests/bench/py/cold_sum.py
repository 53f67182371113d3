"""The first Numba program: the whole process is timed from outside."""
import numpy as np
from numba import njit


@njit
def sum_array(a):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i]
    return s


print(sum_array(np.arange(1000000.0)))
