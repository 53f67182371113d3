# Exceptions in kernels reach the host, with the block and the thread.
import numpy as np
from numba import cuda


@cuda.jit
def past_the_end(x):
    i = cuda.grid(1)
    x[i] = i


@cuda.jit
def before_the_start(x):
    i, j = cuda.grid(2)
    if i == 1 and j == 2:
        x[0, -5] = 1


@cuda.jit
def raises(x):
    i = cuda.grid(1)
    if x[i] < 0:
        raise ValueError("negative")
    x[i] = 1


@cuda.jit
def after_barrier(x, out):
    s = cuda.shared.array(4, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    out[s[3 - t]] = t


x = np.zeros(6)
try:
    past_the_end[1, 7](x)
except IndexError as e:
    print(e)
y = np.zeros((3, 4))
try:
    before_the_start[(2, 1), (2, 3)](y)
except IndexError as e:
    print(e)
z = np.array([1, 2, -3, 4])
try:
    raises[2, 2](z)
except ValueError as e:
    print(e)
try:
    after_barrier[1, 4](np.array([0, 7, 2, 3]), np.zeros(4))
except IndexError as e:
    print(e)
print("still running")
