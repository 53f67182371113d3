# args: --check=race
# exit: 1
# stderr: npjit: race in kernel 'histogram': array 'bins', element [1, 0]
# stderr: cuda_race_global.py:30: write by thread (0, 0, 0) of block (0, 0, 0)
# stderr: cuda_race_global.py:30: read by thread (4, 0, 0) of block (0, 0, 0)
# stderr: npjit: race in kernel 'shift': array 'x', element [1]
# stderr: npjit: race in kernel 'halve': array 'x', element [0]
# stderr: npjit: race in kernel 'publish': array 'partial', element [0]
# stderr: cuda_race_global.py:53: read by thread (0, 0, 0) of block (3, 0, 0)
# stderr: npjit: race in kernel 'mixed': array 'count', element [0]
# stderr: cuda_race_global.py:60: atomic operation by thread (1, 0, 0) of block (0, 0, 0)
# stderr: cuda_race_global.py:61: read by thread (0, 0, 0) of block (0, 0, 0)
# stderr: npjit: race in kernel 'by_function': array
# stderr: cuda_race_global.py:66: write by thread (1, 0, 0) of block (0, 0, 0)
# stderr: npjit: race in kernel 'warps': shared array 'tile', element [32]
# stderr: npjit: race in kernel 'lanes': shared array 'tile', element [16]
# stderr: npjit: race in kernel 'bytes_of': shared array
# stderr: npjit: 9 races found
# Threads of one block and of several that use the same elements, with nothing that orders them.
import numpy as np
from numba import cuda, float32, int64, uint8

THREADS = 64


@cuda.jit
def histogram(x, bins):
    i = cuda.grid(1)
    if i < x.size:
        bins[1, x[i]] += 1


@cuda.jit
def shift(x):
    i = cuda.grid(1)
    if i + 1 < x.size:
        x[i] = x[i + 1]


@cuda.jit
def halve(x):
    i = cuda.grid(1)
    x[i // 2] = i


@cuda.jit
def publish(x, partial, count, out):
    # the last block may see an old partial[b]: there is no fence
    partial[cuda.blockIdx.x] = x[cuda.blockIdx.x]
    if cuda.atomic.add(count, 0, 1) == cuda.gridDim.x - 1:
        total = float32(0)
        for b in range(cuda.gridDim.x):
            total += partial[b]
        out[0] = total


@cuda.jit
def mixed(count, out):
    i = cuda.grid(1)
    cuda.atomic.add(count, 0, 1)
    out[i] = count[0]


@cuda.jit(device=True)
def put(x, i):
    x[0] = i


@cuda.jit
def by_function(x):
    put(x, cuda.threadIdx.x)


@cuda.jit
def warps(x, out):
    # syncwarp orders the lanes of one warp only
    tile = cuda.shared.array(THREADS, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncwarp()
    if t < 32:
        out[t] = tile[t] + tile[t + 32]


@cuda.jit
def lanes(x, out):
    # and of these only the ones that its mask names
    tile = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    if t < 16:
        cuda.syncwarp(0xFFFF)
        out[t] = tile[t ^ 1] + tile[t + 16]
    else:
        cuda.syncwarp(0xFFFF0000)


@cuda.jit
def bytes_of(out):
    # the same memory by two types
    words = cuda.shared.array(0, int64)
    parts = cuda.shared.array(0, uint8)
    t = cuda.threadIdx.x
    words[t] = t + 1
    out[t] = parts[0]


x = np.arange(64, dtype=np.float32)
histogram[2, 8](np.arange(16) % 4, np.zeros((2, 4), dtype=np.int64))
shift[2, 8](x)
halve[1, 2](x)
publish[4, 1](x, np.zeros(4, dtype=np.float32), np.zeros(1, dtype=np.int32), np.zeros(1))
mixed[1, 2](np.zeros(1, dtype=np.int32), np.zeros(2))
by_function[1, 2](np.zeros(1))
warps[1, THREADS](x, np.zeros(32))
lanes[1, 32](x, np.zeros(32))
bytes_of[1, 4, 0, 32](np.zeros(4))
print("done")
