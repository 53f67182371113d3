# Shared memory whose size the launch says; several names for it share the bytes.
import numpy as np
from numba import cuda, int32, int64


@cuda.jit
def reverse(a):
    s = cuda.shared.array(0, dtype=int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    a[t] = s[a.size - 1 - t]


@cuda.jit
def two_names(out):
    words = cuda.shared.array(0, dtype=int32)
    same = cuda.shared.array(0, dtype=np.int64)
    t = cuda.threadIdx.x
    words[2 * t] = t + 1
    words[2 * t + 1] = 0
    cuda.syncthreads()
    out[t] = same[t]


@cuda.jit
def sums(x, out):
    s = cuda.shared.array(0, dtype=np.float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = x[i]
    cuda.syncthreads()
    if t == 0:
        total = 0.0
        for k in range(cuda.blockDim.x):
            total += s[k]
        out[cuda.blockIdx.x] = total


a = np.arange(10)
reverse[1, 10, 0, 10 * 8](a)
print(a)

out = np.zeros(4, dtype=np.int64)
two_names[1, 4, 0, 32](out)
print(out)

x = np.arange(12.0)
for size in (2, 3, 4, 6):
    part = np.zeros(12 // size)
    sums[12 // size, size, 0, size * 8](x, part)
    print(size, part)
