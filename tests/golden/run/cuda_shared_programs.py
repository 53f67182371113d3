# What shared memory is used for: tiles, trees, queues, and several arrays in dynamic memory.
import numpy as np
from numba import cuda, float32, float64, int32, int64

TILE = 8


@cuda.jit
def transpose(a, out):
    tile = cuda.shared.array((TILE, TILE + 1), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    if x < a.shape[1] and y < a.shape[0]:
        tile[ty, tx] = a[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + tx
    y = cuda.blockIdx.x * TILE + ty
    if x < out.shape[1] and y < out.shape[0]:
        out[y, x] = tile[tx, ty]


@cuda.jit
def convolve(x, w, out):
    # a tile with margins on both sides
    tile = cuda.shared.array(32 + 4, float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t + 2] = x[i] if i < x.size else 0.0
    if t < 2:
        tile[t] = x[i - 2] if i >= 2 else 0.0
        right = i + cuda.blockDim.x
        tile[t + cuda.blockDim.x + 2] = x[right] if right < x.size else 0.0
    cuda.syncthreads()
    if i < x.size:
        s = 0.0
        for k in range(5):
            s += w[k] * tile[t + k]
        out[i] = s


@cuda.jit
def largest(x, best, where):
    # a tree over pairs of value and place
    values = cuda.shared.array(64, float64)
    places = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    values[t] = x[i] if i < x.size else -np.inf
    places[t] = i
    cuda.syncthreads()
    n = cuda.blockDim.x
    while n > 1:
        half = (n + 1) // 2
        if t + half < n and values[t + half] > values[t]:
            values[t] = values[t + half]
            places[t] = places[t + half]
        cuda.syncthreads()
        n = half
    if t == 0:
        best[cuda.blockIdx.x] = values[0]
        where[cuda.blockIdx.x] = places[0]


@cuda.jit
def two_arrays(x, out):
    # two arrays, one behind the other, and all of it as bytes
    n = cuda.blockDim.x
    wide = cuda.shared.array(0, float64)[:n]
    narrow = cuda.shared.array(0, int32)[2 * n:3 * n]
    raw = cuda.shared.array(0, np.uint8)
    t = cuda.threadIdx.x
    wide[t] = x[t] + 0.5
    narrow[t] = x[t]
    cuda.syncthreads()
    out[t] = wide[n - 1 - t] * 100 + narrow[(t + 1) % n]
    if t == 0:
        out[n] = raw.size
        out[n + 1] = raw[8 * n]


@cuda.jit
def compact(x, out, n_out):
    # the block keeps what is odd, in order
    flags = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    keeps = x[t] % 2
    flags[t] = keeps
    cuda.syncthreads()
    d = 1
    while d < cuda.blockDim.x:
        v = flags[t - d] if t >= d else 0
        cuda.syncthreads()
        flags[t] += v
        cuda.syncthreads()
        d *= 2
    if keeps:
        out[flags[t] - 1] = x[t]
    if t == cuda.blockDim.x - 1:
        n_out[0] = flags[t]


@cuda.jit
def sort_block(x):
    # odd-even transposition, as long as anything moves
    tile = cuda.shared.array(16, int64)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    rounds = 0
    moved = 1
    while moved:
        swapped = 0
        for parity in range(2):
            if t % 2 == parity and t + 1 < cuda.blockDim.x and tile[t] > tile[t + 1]:
                v = tile[t]
                tile[t] = tile[t + 1]
                tile[t + 1] = v
                swapped = 1
            cuda.syncthreads()
        moved = cuda.syncthreads_or(swapped)
        rounds += 1
    x[t] = tile[t]


@cuda.jit
def histogram(x, bins):
    local = cuda.shared.array(10, int32)
    t = cuda.threadIdx.x
    for b in range(t, 10, cuda.blockDim.x):
        local[b] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.add(local, x[i], 1)
    cuda.syncthreads()
    for b in range(t, 10, cuda.blockDim.x):
        cuda.atomic.add(bins, b, local[b])


@cuda.jit(device=True)
def tree(tile, t, n):
    s = n // 2
    while s > 0:
        if t < s:
            tile[t] += tile[t + s]
        cuda.syncthreads()
        s //= 2
    return tile[0]


@cuda.jit
def moments(x, out):
    # the same tree twice, in a device function
    tile = cuda.shared.array(32, float64)
    t = cuda.threadIdx.x
    v = x[cuda.grid(1)]
    tile[t] = v
    cuda.syncthreads()
    mean = tree(tile, t, cuda.blockDim.x) / cuda.blockDim.x
    cuda.syncthreads()
    tile[t] = (v - mean) ** 2
    cuda.syncthreads()
    spread = tree(tile, t, cuda.blockDim.x) / cuda.blockDim.x
    if t == 0:
        out[cuda.blockIdx.x, 0] = mean
        out[cuda.blockIdx.x, 1] = spread


a = np.arange(19 * 13, dtype=np.float32).reshape(19, 13)
turned = np.zeros((13, 19), dtype=np.float32)
transpose[(2, 3), (TILE, TILE)](a, turned)
print(np.array_equal(turned, a.T))
x = (np.arange(75) * 31 % 17).astype(np.float64)
w = np.array([1.0, 2.0, 4.0, 2.0, 1.0])
out = np.zeros(75)
convolve[3, 32](x, w, out)
print(np.array_equal(out, np.convolve(x, w, "same")))
for threads in 64, 33, 7:
    blocks = (75 + threads - 1) // threads
    best, where = np.zeros(blocks), np.zeros(blocks, dtype=np.int64)
    largest[blocks, threads](x, best, where)
    print(best, where)
out = np.zeros(10)
two_arrays[1, 8, 0, 8 * 12](np.arange(8), out)
print(out)
ints = np.arange(32) * 7 % 12
kept, n_kept = np.zeros(32, dtype=np.int64), np.zeros(1, dtype=np.int32)
compact[1, 32](ints, kept, n_kept)
print(n_kept, np.array_equal(kept[:n_kept[0]], ints[ints % 2 == 1]))
y = ints[:16].copy()
sort_block[1, 16](y)
print(y)
bins = np.zeros(10, dtype=np.int32)
histogram[3, 4](ints[ints < 10], bins)
print(np.array_equal(bins, np.bincount(ints[ints < 10], minlength=10)))
stats = np.zeros((2, 2))
moments[2, 32](x, stats)
print(stats)
