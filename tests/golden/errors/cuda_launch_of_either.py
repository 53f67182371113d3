import numpy as np
from numba import cuda


@cuda.jit
def one(x):
    x[0] = 1


@cuda.jit
def two(x):
    x[0] = 2


x = np.zeros(1)
for i in range(2):
    k = one if i else two
    launch = k[1, 1]  # error: unsupported
    launch(x)
