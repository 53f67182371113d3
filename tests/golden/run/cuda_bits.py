# Bit operations on integers of 32 and 64 bits.
import numpy as np
from numba import cuda


@cuda.jit
def bits(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.popc(a[i])
        out[i, 1] = cuda.clz(a[i])
        out[i, 2] = cuda.ffs(a[i])


@cuda.jit
def reverse(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = cuda.brev(a[i])


for dtype in (np.int32, np.uint32, np.int64, np.uint64):
    a = np.array([0, 1, 2, 6, 0x7FFFFFFF, 1 << 20], dtype=dtype)
    if dtype in (np.int32, np.int64):
        a[1] = -1
    out = np.zeros((6, 3), dtype=np.int64)
    bits[1, 8](a, out)
    print(out)
r = np.zeros(4, dtype=np.uint32)
reverse[1, 4](np.array([1, 0x80000000, 0x0F0F0F0F, 12345], dtype=np.uint32), r)
print(r)
s = np.zeros(2, dtype=np.uint64)
reverse[1, 2](np.array([1, 0xFF], dtype=np.uint64), s)
print(s)
