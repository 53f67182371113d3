# args: --check=race
# Kernels whose threads share elements in order: nothing is reported.
import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def total(x, out):
    tile = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    tile[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    s = 32
    while s > 0:
        if t < s:
            tile[t] += tile[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


@cuda.jit
def in_warps(x, out):
    tile = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    s = 16
    while s > 0:
        cuda.syncwarp()
        if t % 32 < s:
            tile[t] += tile[t + s]
        s //= 2
    if t % 32 == 0:
        out[t // 32] = tile[t]


@cuda.jit
def last_block(x, partial, count, out):
    is_last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        partial[cuda.blockIdx.x] = x[cuda.blockIdx.x]
        cuda.threadfence()
        is_last[0] = cuda.atomic.add(count, 0, 1) == cuda.gridDim.x - 1
    cuda.syncthreads()
    if is_last[0]:
        out[t] = partial[t] * 2


@cuda.jit
def locked(lock, counter):
    if cuda.threadIdx.x == 0:
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        cuda.threadfence()
        counter[0] += 1
        cuda.threadfence()
        cuda.atomic.exch(lock, 0, 0)


@cuda.jit
def largest(x, out):
    i = cuda.grid(1)
    old = out[0]
    while x[i] > old:
        seen = cuda.atomic.cas(out, 0, old, x[i])
        if seen == old:
            break
        old = seen


@cuda.jit
def own_memory(out):
    mine = cuda.local.array(4, float32)
    kept = cuda.local.array(2, float32)
    i = cuda.grid(1)
    for k in range(4):
        mine[k] = i + k
    kept[0] = mine[i % 4]
    kept[1] = i
    cuda.syncthreads()
    out[i] = kept[0] + kept[1]


@cuda.jit
def found(x, flag):
    i = cuda.grid(1)
    if x[i] > 10:
        flag[0] = 1


@cuda.jit
def in_grid(x, y):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    for k in range(3):
        y[i] = x[(i + 1) % x.size]
        g.sync()
        x[i] = y[(i + 1) % x.size]
        g.sync()


@cuda.jit
def by_block(x):
    # blocks reuse the same shared memory
    a = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    a[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    x[cuda.grid(1)] = a[cuda.blockDim.x - 1 - t]


x = np.arange(64, dtype=np.float32)
out = np.zeros(64, dtype=np.float32)
total[1, 64](x, out)
print(out[0])
in_warps[1, 64](x, out)
print(out[:2])
count = np.zeros(1, dtype=np.int32)
last_block[4, 4](x, np.zeros(4, dtype=np.float32), count, out)
print(out[:4])
lock = np.zeros(1, dtype=np.int32)
counter = np.zeros(1, dtype=np.int64)
locked[4, 2](lock, counter)
print(counter)
most = np.zeros(1, dtype=np.float64)
largest[2, 8](x.astype(np.float64), most)
print(most)
own_memory[2, 8](out)
print(out[:16])
flag = np.zeros(1, dtype=np.int32)
found[2, 16](x, flag)
print(flag)
y = np.zeros(8, dtype=np.float32)
z = x[:8].copy()
in_grid[2, 4](z, y)
print(z)
by_block[4, 4, 0, 16](x)
by_block[4, 4, 0, 16](x)
print(x[:16])
