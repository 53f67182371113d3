# float16 in kernels: the operations of cuda.fp16.
import numpy as np
from numba import cuda


@cuda.jit
def operations(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.fp16.hadd(a[i], b[i])
        out[i, 1] = cuda.fp16.hsub(a[i], b[i])
        out[i, 2] = cuda.fp16.hmul(a[i], b[i])
        out[i, 3] = cuda.fp16.hdiv(a[i], b[i])
        out[i, 4] = cuda.fp16.hneg(a[i])
        out[i, 5] = cuda.fp16.habs(b[i])


@cuda.jit
def compare(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.fp16.heq(a[i], b[i])
        out[i, 1] = cuda.fp16.hlt(a[i], b[i])
        out[i, 2] = cuda.fp16.hge(a[i], b[i])
        out[i, 3] = cuda.fp16.hmax(a[i], b[i]) > cuda.fp16.hmin(a[i], b[i])


a = np.array([1.5, 2.0, -0.25, 100.0], dtype=np.float16)
b = np.array([0.5, 2.0, 4.0, -3.0], dtype=np.float16)
out = np.zeros((4, 6), dtype=np.float16)
operations[1, 4](a, b, out)
print(out)
c = np.zeros((4, 4), dtype=np.int64)
compare[1, 4](a, b, c)
print(c)
