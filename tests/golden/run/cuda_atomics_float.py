# Atomic operations on floats; max and min with nan.
import numpy as np
from numba import cuda, float32


@cuda.jit
def arithmetic(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        cuda.atomic.sub(out, 1, x[i])
        cuda.atomic.max(out, 2, x[i])
        cuda.atomic.min(out, 3, x[i])


@cuda.jit
def without_nan(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.nanmax(out, 0, x[i])
        cuda.atomic.nanmin(out, 1, x[i])


@cuda.jit
def shared_sum(x, out):
    s = cuda.shared.array(1, float32)
    if cuda.threadIdx.x == 0:
        s[0] = 0.0
    cuda.syncthreads()
    cuda.atomic.add(s, 0, x[cuda.grid(1)])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(out, 0, s[0])


@cuda.jit
def weights(idx, w, out):
    i = cuda.grid(1)
    if i < idx.size:
        cuda.atomic.add(out, idx[i], w[i])


x = np.arange(64) * 0.25 - 5.0
for dtype in (np.float32, np.float64):
    out = np.array([0, 0, -100, 100], dtype=dtype)
    arithmetic[2, 32](x.astype(dtype), out)
    print(out)
y = np.array([2.5, np.nan, -7.0, 9.25, np.nan])
out = np.array([np.nan, np.nan])
without_nan[1, 8](y, out)
print(out)
total = np.zeros(1, dtype=np.float32)
shared_sum[4, 16](np.ones(64, dtype=np.float32), total)
print(total)
w = np.zeros(4)
weights[1, 32](np.array([0, 1, 2, 3, 0, 1, 0]), np.array([1.0, 2.0, 3.0, 4.0, 0.5, 0.25, 0.125]), w)
print(w)
