"""Sums of blocks of 256 float32 by a tree in shared memory, one element per thread."""
import sys
import time

import numpy as np
from numba import cuda, float32

N = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 24
REPS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
THREADS = 256


@cuda.jit
def block_sums(x, out):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < x.size:
        tile[t] = x[i]
    else:
        tile[t] = 0
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if t < s:
            tile[t] += tile[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


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
