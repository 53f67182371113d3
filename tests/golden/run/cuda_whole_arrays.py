# Whole arrays in kernels: functions with an output array, filled and copied slices.
import numpy as np
from numba import cuda


@cuda.jit
def by_functions(x, sines, squares, total):
    i = cuda.grid(1)
    if i == 0:
        np.sin(x, sines)
    elif i == 1:
        np.multiply(x, x, squares)
    elif i == 2:
        np.add(x, 1.0, total)


@cuda.jit
def by_slices(x, table):
    row = cuda.threadIdx.x
    if row == 0:
        table[0] = x
    elif row == 1:
        table[1, :] = 3
    elif row == 2:
        table[2, ::2] = x[:3]
        table[2, 1] = x[-1]
    elif row == 3:
        table[row][1:4] = x[2:]


@cuda.jit
def through_shared(x, out):
    tile = cuda.shared.array(5, np.float64)
    own = cuda.local.array(5, np.float64)
    own[:] = cuda.threadIdx.x
    if cuda.threadIdx.x == 0:
        tile[:] = x
    cuda.syncthreads()
    own[0] = tile[cuda.threadIdx.x]
    out[cuda.threadIdx.x] = own[0] + own[4]


x = np.linspace(0, 1, 5)
sines, squares, total = np.zeros(5), np.zeros(5), np.zeros(5)
by_functions[1, 32](x, sines, squares, total)
print(np.round(sines, 6), squares, total)
table = np.zeros((5, 5))
by_slices[1, 8](x, table)
print(table)
out = np.zeros(5)
through_shared[1, 5](x, out)
print(out)
