# Fences, and the block that finishes last.
import numpy as np
from numba import cuda, float64, int32


@cuda.jit
def total_by_last_block(x, partial, count, out):
    s = cuda.shared.array(8, float64)
    is_last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    if t == 0:
        v = 0.0
        for k in range(8):
            v += s[k]
        partial[cuda.blockIdx.x] = v
        cuda.threadfence()
        ticket = cuda.atomic.inc(count, 0, cuda.gridDim.x)
        is_last[0] = ticket == cuda.gridDim.x - 1
    cuda.syncthreads()
    if is_last[0] and t == 0:
        total = 0.0
        for k in range(cuda.gridDim.x):
            total += partial[k]
        out[0] = total


@cuda.jit
def all_fences(x):
    i = cuda.grid(1)
    x[i] += 1
    cuda.threadfence_block()
    x[i] += 1
    cuda.threadfence_system()
    x[i] += 1
    cuda.nanosleep(10)


x = np.arange(64.0)
out = np.zeros(1)
total_by_last_block[8, 8](x, np.zeros(8), np.zeros(1, dtype=np.uint32), out)
print(out, x.sum())
y = np.zeros(4)
all_fences[1, 4](y)
print(y)
