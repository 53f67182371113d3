import numpy as np
from numba import cuda


class Point:
    def __init__(self, x):
        self.x = x


@cuda.jit
def k(x):
    x[0] = Point(3.0).x  # error


k[1, 1](np.zeros(4))
