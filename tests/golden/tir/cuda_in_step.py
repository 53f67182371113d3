# Threads go through the shared loop together, along the coordinate that walks through memory; what is
# left over of a row runs thread by thread.
# check-tir: fn product
# check-tir: for thread.x in 0 .. min(shape(c, 0) - (block.x * 8), 8)
# check-tir: for %{{[0-9]+}} in 0 .. %{{[0-9]+}}
# check-tir: lanes for %{{[0-9]+}} in 0 .. 16
# check-tir: for k in 0 .. shape(a, 1)
# check-tir: lanes for %{{[0-9]+}} in 0 .. 16
# check-tir: for thread.y in
import numpy as np
from numba import cuda, float32


@cuda.jit
def product(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = float32(0)
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s


a = np.ones((32, 32), dtype=np.float32)
product[(4, 2), (8, 16)](a, a, np.zeros((32, 32), dtype=np.float32))
