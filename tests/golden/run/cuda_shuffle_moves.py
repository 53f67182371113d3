# Shuffles by distances that are constants, equal in all threads, known after unrolling, or none of these.
import numpy as np
from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit
def constants(x, out):
    i = cuda.grid(1)
    v = x[i]
    out[0, i] = cuda.shfl_down_sync(FULL, v, 1)
    out[1, i] = cuda.shfl_down_sync(FULL, v, 31)
    out[2, i] = cuda.shfl_down_sync(FULL, v, 0)
    out[3, i] = cuda.shfl_up_sync(FULL, v, 5)
    out[4, i] = cuda.shfl_up_sync(FULL, v, 31)
    out[5, i] = cuda.shfl_xor_sync(FULL, v, 1)
    out[6, i] = cuda.shfl_xor_sync(FULL, v, 8)
    out[7, i] = cuda.shfl_xor_sync(FULL, v, 16)
    out[8, i] = cuda.shfl_xor_sync(FULL, v, 21)
    out[9, i] = cuda.shfl_xor_sync(FULL, v, 0)
    out[10, i] = cuda.shfl_sync(FULL, v, 13)


@cuda.jit
def equal(x, out, d):
    i = cuda.grid(1)
    v = x[i]
    out[0, i] = cuda.shfl_down_sync(FULL, v, d)
    out[1, i] = cuda.shfl_up_sync(FULL, v, d)
    out[2, i] = cuda.shfl_xor_sync(FULL, v, d)
    out[3, i] = cuda.shfl_sync(FULL, v, d)


@cuda.jit
def own(x, out):
    i = cuda.grid(1)
    v = x[i]
    out[0, i] = cuda.shfl_down_sync(FULL, v, i % 5)
    out[1, i] = cuda.shfl_up_sync(FULL, v, i % 7)
    out[2, i] = cuda.shfl_sync(FULL, v, i * 3)


@cuda.jit
def rounds(x, out):
    i = cuda.grid(1)
    v = x[i]
    d = 16
    while d > 0:
        v += cuda.shfl_xor_sync(FULL, v, d)
        d //= 2
    out[0, i] = v
    v = x[i]
    for k in range(5):
        u = cuda.shfl_up_sync(FULL, v, 1 << k)
        if cuda.laneid >= 1 << k:
            v += u
    out[1, i] = v
    v = x[i]
    d = 1
    while d < 32:
        u = cuda.shfl_down_sync(FULL, v, d)
        if cuda.laneid + d < 32 and i + d < cuda.blockDim.x:
            v += u
        d *= 2
    out[2, i] = v


@cuda.jit
def branches(x, out):
    # whole warps take different branches
    i = cuda.grid(1)
    v = x[i]
    if i // 32 % 2 == 0:
        v += cuda.shfl_down_sync(FULL, v, 4)
        v += cuda.shfl_xor_sync(FULL, v, 8)
    else:
        v -= cuda.shfl_up_sync(FULL, v, 3)
    out[0, i] = v


for dtype in np.int64, np.float32, np.int32, np.float64:
    x = (np.arange(96) * 37 % 101).astype(dtype)
    out = np.zeros((11, 96), dtype=dtype)
    constants[1, 96](x, out)
    print(dtype.__name__, out.sum(axis=1), out[:, 40])
    out[:] = 0
    for d in 0, 3, 8, 30:
        equal[1, 96](x, out, d)
        print(out[:4].sum(axis=1), out[:4, 33])
    own[1, 96](x, out)
    print(out[:3].sum(axis=1))
    rounds[3, 32](x, out)
    print(out[:2].sum(axis=1), out[:2, 95])
    rounds[1, 96](x, out)
    print(out[:3].sum(axis=1), out[:3, 63])
    branches[1, 96](x, out)
    print(out[0].sum())
out = np.zeros((4, 32), dtype=np.float64)
equal[1, 32](np.arange(32.0), out, 2)
print(out[:2])
