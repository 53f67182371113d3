"""Sums of blocks of 256 float32 by shuffles in warps, one element per thread."""
import sys
import time

import numpy as np
from numba import cuda, float32

N = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 24
REPS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
THREADS = 256


@cuda.jit
def block_sums(x, out):
    partial = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    value = float32(0)
    if i < x.size:
        value = x[i]
    value += cuda.shfl_down_sync(0xFFFFFFFF, value, 16)
    value += cuda.shfl_down_sync(0xFFFFFFFF, value, 8)
    value += cuda.shfl_down_sync(0xFFFFFFFF, value, 4)
    value += cuda.shfl_down_sync(0xFFFFFFFF, value, 2)
    value += cuda.shfl_down_sync(0xFFFFFFFF, value, 1)
    if t % 32 == 0:
        partial[t // 32] = value
    cuda.syncthreads()
    if t < 32:
        value = float32(0)
        if t < cuda.blockDim.x // 32:
            value = partial[t]
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, 4)
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, 2)
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, 1)
        if t == 0:
            out[cuda.blockIdx.x] = value


def main():
    x = cuda.to_device(((np.arange(N) * 7919) % 1000 / 1000).astype(np.float32))
    blocks = (N + THREADS - 1) // THREADS
    out = cuda.device_array(blocks, dtype=np.float32)
    block_sums[blocks, THREADS](x, out)
    cuda.synchronize()
    for _ in range(REPS):
        start = time.perf_counter()
        block_sums[blocks, THREADS](x, out)
        cuda.synchronize()
        print("time", time.perf_counter() - start)
    print("threads", blocks * THREADS)
    print("checksum", float(out.copy_to_host().sum()))


main()
