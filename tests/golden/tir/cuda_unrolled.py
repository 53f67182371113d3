# The rounds of a tree are known; a block that lies inside of the array needs no guard.
# check-tir: fn total
# check-tir: if (shape(x, 0) - (block.x * 64)) >= 64
# check-tir: lanes for thread.x in 0 .. 64
# check-tir: tile[thread.x] = %{{[0-9]+}}
# check-tir: else
# check-tir: lanes for thread.x in 0 .. 64
# check-tir: lanes for thread.x in 0 .. 32
# check-tir: tile[thread.x] = tile[thread.x] + tile[thread.x + 32]
# check-tir-not: while
# check-tir: tile[thread.x] + tile[thread.x + 2]
# check-tir: out[block.x!] =
import numpy as np
from numba import cuda, float32


@cuda.jit
def total(x, out):
    tile = cuda.shared.array(64, float32)
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


total[2, 64](np.ones(100, dtype=np.float32), np.zeros(2, dtype=np.float32))
