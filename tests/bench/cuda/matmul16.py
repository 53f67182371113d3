"""Matrix product of float32 by tiles of 16 x 16 in shared memory, one element per thread."""
import sys
import time

import numpy as np
from numba import cuda, float32

N = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
REPS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
TILE = 16


@cuda.jit
def matmul(a, b, c):
    left = cuda.shared.array((TILE, TILE), float32)
    right = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)
    total = float32(0)
    for tile in range((a.shape[1] + TILE - 1) // TILE):
        left[ty, tx] = 0
        right[ty, tx] = 0
        if row < a.shape[0] and tile * TILE + tx < a.shape[1]:
            left[ty, tx] = a[row, tile * TILE + tx]
        if tile * TILE + ty < b.shape[0] and column < b.shape[1]:
            right[ty, tx] = b[tile * TILE + ty, column]
        cuda.syncthreads()
        for k in range(TILE):
            total += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


def main():
    values = np.arange(N * N)
    a = cuda.to_device(((values * 7919) % 1000 / 1000).astype(np.float32).reshape(N, N))
    b = cuda.to_device(((values * 104729) % 1000 / 1000).astype(np.float32).reshape(N, N))
    c = cuda.device_array((N, N), dtype=np.float32)
    blocks = (N + TILE - 1) // TILE
    matmul[(blocks, blocks), (TILE, TILE)](a, b, c)
    cuda.synchronize()
    for _ in range(REPS):
        start = time.perf_counter()
        matmul[(blocks, blocks), (TILE, TILE)](a, b, c)
        cuda.synchronize()
        print("time", time.perf_counter() - start)
    print("threads", (blocks * TILE) ** 2)
    print("checksum", float(c.copy_to_host().sum()))


main()
