# Warps that go different ways, lanes that have returned, warp operations in branches and loops.
import numpy as np
from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit
def by_warp(x, out):
    i = cuda.grid(1)
    warp = i // 32
    v = x[i]
    if warp == 0:
        for k in range(5):
            v += cuda.shfl_xor_sync(FULL, v, 1 << k)
    elif warp == 1:
        v = cuda.shfl_sync(FULL, v, 31)
    else:
        v = -v
    out[i] = v


@cuda.jit
def loop_by_warp(x, out):
    i = cuda.grid(1)
    v = x[i]
    rounds = i // 32 + 1
    k = 0
    while k < rounds:
        v = cuda.shfl_down_sync(FULL, v, 1)
        k += 1
    out[i] = v


@cuda.jit
def tree_in_warp(x, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    if t < 32:
        s[t] += s[t + 32]
        cuda.syncwarp()
        if t < 16:
            s[t] += s[t + 16]
        cuda.syncwarp()
        if t < 8:
            s[t] += s[t + 8]
        cuda.syncwarp()
        if t < 4:
            s[t] += s[t + 4]
        cuda.syncwarp()
        if t < 2:
            s[t] += s[t + 2]
        cuda.syncwarp()
        if t == 0:
            out[cuda.blockIdx.x] = s[0] + s[1]


@cuda.jit
def after_return(x, out):
    i = cuda.grid(1)
    if i >= x.size:
        return
    mask = (1 << 20) - 1
    v = cuda.shfl_down_sync(mask, x[i], 2)
    out[i] = v


x = np.arange(96)
out = np.zeros(96, dtype=np.int64)
by_warp[1, 96](x, out)
print(out[:3], out[32:35], out[64:67])
loop_by_warp[1, 96](x, out)
print(out[:3], out[28:36], out[92:])
sums = np.zeros(2, dtype=np.int64)
tree_in_warp[2, 64](np.arange(128), sums)
print(sums)
o = np.zeros(20, dtype=np.int64)
after_return[1, 32](np.arange(20) * 3, o)
print(o[:17])
