# Values from other lanes: up, down, xor, any lane; sums, scans and broadcasts by them.
import numpy as np
from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit
def four_ways(x, out):
    i = cuda.grid(1)
    v = x[i]
    out[i, 0] = cuda.shfl_up_sync(FULL, v, 3)
    out[i, 1] = cuda.shfl_down_sync(FULL, v, 5)
    out[i, 2] = cuda.shfl_xor_sync(FULL, v, 9)
    out[i, 3] = cuda.shfl_sync(FULL, v, 7)


@cuda.jit
def from_table(x, source, out):
    i = cuda.grid(1)
    out[i] = cuda.shfl_sync(FULL, x[i], source[i])


@cuda.jit
def warp_sum(x, out):
    i = cuda.grid(1)
    v = x[i]
    for k in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(FULL, v, k)
    if cuda.laneid == 0:
        out[i // 32] = v


@cuda.jit
def scan(x, out):
    i = cuda.grid(1)
    v = x[i]
    d = 1
    while d < 32:
        other = cuda.shfl_up_sync(FULL, v, d)
        if cuda.laneid >= d:
            v += other
        d *= 2
    out[i] = v


@cuda.jit
def block_sum(x, out):
    s = cuda.shared.array(4, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    v = x[i] if i < x.size else 0.0
    offset = 16
    while offset:
        v += cuda.shfl_xor_sync(FULL, v, offset)
        offset >>= 1
    if cuda.laneid == 0:
        s[t // 32] = v
    cuda.syncthreads()
    if t < 32:
        v = s[t] if t < cuda.blockDim.x // 32 else 0.0
        offset = 2
        while offset:
            v += cuda.shfl_down_sync(FULL, v, offset)
            offset >>= 1
        if t == 0:
            out[cuda.blockIdx.x] = v


x = np.arange(64, dtype=np.int32) * 10
out = np.zeros((64, 4), dtype=np.int32)
four_ways[1, 64](x, out)
print(out[:8])
print(out[24:40])
print(out[60:])
source = np.arange(64) * 5 % 40
got = np.zeros(64)
from_table[2, 32](np.arange(64) * 0.5, source, got)
print(got)
sums = np.zeros(3, dtype=np.int64)
warp_sum[1, 96](np.arange(96), sums)
print(sums)
scanned = np.zeros(64, dtype=np.float32)
scan[1, 64](np.ones(64, dtype=np.float32), scanned)
print(scanned[[0, 1, 30, 31, 32, 63]])
blocks = np.zeros(3)
block_sum[3, 128](np.arange(300.0), blocks)
print(blocks)
