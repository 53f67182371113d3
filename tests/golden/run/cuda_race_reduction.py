# args: --check=race
# exit: 1
# stderr: npjit: race in kernel 'total': shared array 'tile', element [1]
# stderr: cuda_race_reduction.py:25: read by thread (0, 0, 0) of block (0, 0, 0)
# stderr: cuda_race_reduction.py:25: write by thread (1, 0, 0) of block (0, 0, 0)
# stderr: tile[t] += tile[t + s]
# stderr: npjit: race in kernel 'first': shared array 'tile', element [0]
# stderr: cuda_race_reduction.py:36: write by thread (0, 0, 0) of block (0, 0, 0)
# stderr: cuda_race_reduction.py:37: read by thread (1, 0, 0) of block (0, 0, 0)
# stderr: npjit: 2 races found
# A tree in shared memory whose rounds are not kept apart; a value that is used before it is there.
import numpy as np
from numba import cuda, float32


@cuda.jit
def total(x, out):
    tile = cuda.shared.array(16, float32)
    t = cuda.threadIdx.x
    tile[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if t < s:
            tile[t] += tile[t + s]
        s //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


@cuda.jit
def first(x, out):
    tile = cuda.shared.array(1, float32)
    t = cuda.threadIdx.x
    if t == 0:
        tile[0] = x[cuda.blockIdx.x]
    out[cuda.grid(1)] = tile[0]


x = np.arange(32, dtype=np.float32)
total[2, 16](x, np.zeros(2, dtype=np.float32))
first[2, 16](x, np.zeros(32, dtype=np.float32))
print("the program goes on")
