import numpy as np
from numba import njit


@njit
def label(x):
    y = x * 2
    return y + "px"  # error


print(label(1))
