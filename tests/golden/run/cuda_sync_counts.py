# Barriers that count: syncthreads_count, syncthreads_and, syncthreads_or.
import numpy as np
from numba import cuda


@cuda.jit
def count(x, out):
    i = cuda.grid(1)
    n = cuda.syncthreads_count(x[i] > 5)
    out[i, 0] = n
    out[i, 1] = cuda.syncthreads_and(x[i] > 0)
    out[i, 2] = cuda.syncthreads_or(x[i] == 9)


@cuda.jit
def shrink(x, rounds):
    t = cuda.threadIdx.x
    v = x[t]
    n = 0
    while cuda.syncthreads_or(v > 1):
        if v > 1:
            v //= 2
        n += 1
    x[t] = v
    rounds[t] = n


@cuda.jit
def majority(x, out):
    yes = cuda.syncthreads_count(x[cuda.grid(1)])
    if yes * 2 > cuda.blockDim.x:
        out[cuda.blockIdx.x] = 1
    else:
        out[cuda.blockIdx.x] = 0


x = np.array([1, 6, 7, 2, 8, 9, 9, 9, 0, 0, 0, 0])
out = np.zeros((12, 3), dtype=np.int64)
count[3, 4](x, out)
print(out)

y = np.array([1, 5, 64, 3])
rounds = np.zeros(4, dtype=np.int64)
shrink[1, 4](y, rounds)
print(y, rounds)

flags = np.array([1, 1, 0, 1, 0, 0, 1, 0, 0])
m = np.zeros(3, dtype=np.int64)
majority[3, 3](flags, m)
print(m)
