# Threads that have returned are not waited for.
import numpy as np
from numba import cuda, float32


@cuda.jit
def guarded(x, out):
    tile = cuda.shared.array(16, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i >= x.size:
        return
    tile[t] = x[i]
    cuda.syncthreads()
    out[i] = tile[0]


@cuda.jit
def one_by_one(x):
    t = cuda.threadIdx.x
    for i in range(8):
        if t == i:
            return
        cuda.syncthreads()
        x[cuda.grid(1)] += 1


@cuda.jit
def waits_and_returns(x):
    t = cuda.threadIdx.x
    if t < 4:
        x[t] = 1
        cuda.syncthreads()
        return
    x[t] = 2


@cuda.jit
def returns_twice(x, n):
    t = cuda.threadIdx.x
    if t % 3 == 0:
        return
    if t < n:
        if t % 2:
            return
        cuda.syncthreads()
        x[t] = 1
        return
    cuda.syncthreads()


@cuda.jit
def counts(x, out):
    t = cuda.threadIdx.x
    if t >= 5:
        return
    out[t] = cuda.syncthreads_count(x[t] > 1)


@cuda.jit
def by_block(x, y):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    if cuda.blockIdx.x == 0:
        y[i] = x[i]
        cuda.syncthreads()
        x[i] = y[cuda.blockDim.x - 1 - i]
    g.sync()
    if cuda.blockIdx.x == 1:
        x[i] = x[i - cuda.blockDim.x]


x = np.arange(20, dtype=np.float32)
out = np.zeros(20, dtype=np.float32)
guarded[2, 16](x, out)
print(out)
x = np.zeros(16)
one_by_one[2, 8](x)
print(x)
x = np.zeros(8)
waits_and_returns[1, 8](x)
print(x)
out = np.zeros(8, dtype=np.int64)
counts[1, 8](np.arange(8), out)
print(out)
x, y = np.arange(8.0), np.zeros(8)
by_block[2, 4](x, y)
print(x)
try:
    returns_twice[1, 8](np.zeros(8), 5)
    print("no error")
except RuntimeError:
    print("two barriers")
