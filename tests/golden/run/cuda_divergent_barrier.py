# A barrier that only some threads of a block reach is an error.
import numpy as np
from numba import cuda


@cuda.jit
def halves(x):
    i = cuda.threadIdx.x
    if i < x.size // 2:
        cuda.syncthreads()
    else:
        cuda.syncthreads()
    x[i] = i


@cuda.jit
def by_block(x):
    i = cuda.grid(1)
    if cuda.blockIdx.x == 0:
        x[i] = 1
        cuda.syncthreads()
    else:
        cuda.syncthreads()
        x[i] = 2


@cuda.jit
def by_data(x, flags):
    i = cuda.threadIdx.x
    if flags[i]:
        cuda.syncthreads()
    else:
        cuda.syncthreads()
    x[i] = 3


x = np.zeros(8)
try:
    halves[1, 8](x)
    print("no error")
except RuntimeError:
    print("divergent")
by_block[2, 4](x)
print(x)
by_data[1, 4](x, np.ones(4, dtype=np.bool_))
by_data[1, 4](x[4:], np.zeros(4, dtype=np.bool_))
print(x)
try:
    by_data[1, 4](x, np.array([True, True, False, True]))
    print("no error")
except RuntimeError:
    print("divergent")
