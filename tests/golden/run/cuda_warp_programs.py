# What warps are used for: scans, sorts, votes and elections, in whole and in broken warps.
import numpy as np
from numba import cuda, float32, int32

FULL = 0xFFFFFFFF


@cuda.jit
def scan(x, out):
    i = cuda.grid(1)
    lane = cuda.laneid
    v = x[i]
    d = 1
    while d < 32:
        left = cuda.shfl_up_sync(FULL, v, d)
        if lane >= d:
            v += left
        d *= 2
    out[i] = v


@cuda.jit
def block_scan(x, out):
    sums = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    lane, warp = t % 32, t // 32
    i = cuda.grid(1)
    v = float32(0)
    if i < x.size:
        v = x[i]
    for k in range(5):
        left = cuda.shfl_up_sync(FULL, v, 1 << k)
        if lane >= 1 << k:
            v += left
    if lane == 31:
        sums[warp] = v
    cuda.syncthreads()
    if warp == 0:
        s = float32(0)
        if lane < cuda.blockDim.x // 32:
            s = sums[lane]
        for k in range(5):
            left = cuda.shfl_up_sync(FULL, s, 1 << k)
            if lane >= 1 << k:
                s += left
        sums[lane] = s
    cuda.syncthreads()
    if warp > 0:
        v += sums[warp - 1]
    if i < x.size:
        out[i] = v


@cuda.jit
def sort_warp(x):
    i = cuda.grid(1)
    lane = cuda.laneid
    v = x[i]
    size = 2
    while size <= 32:
        step = size // 2
        while step > 0:
            other = cuda.shfl_xor_sync(FULL, v, step)
            is_low = lane & step == 0
            goes_up = lane & size == 0
            if (v > other) == (is_low == goes_up):
                v = other
            step //= 2
        size *= 2
    x[i] = v


@cuda.jit
def aggregate(x, count, out):
    # one atomic operation per warp: the lanes that found something elect a leader
    i = cuda.grid(1)
    is_found = i < x.size and x[i] % 3 == 0
    mask = cuda.ballot_sync(FULL, is_found)
    if is_found:
        leader = cuda.ffs(mask) - 1
        base = 0
        if cuda.laneid == leader:
            base = cuda.atomic.add(count, 0, cuda.popc(mask))
        base = cuda.shfl_sync(mask, base, leader)
        out[base + cuda.popc(mask & cuda.lanemask_lt())] = x[i]


@cuda.jit
def histogram(x, bins):
    i = cuda.grid(1)
    same = cuda.match_any_sync(FULL, x[i])
    if cuda.ffs(same) - 1 == cuda.laneid:
        cuda.atomic.add(bins, x[i], cuda.popc(same))


@cuda.jit
def halves(x, out):
    # the halves of a warp vote apart
    i = cuda.grid(1)
    if cuda.laneid < 16:
        out[i, 0] = cuda.ballot_sync(0xFFFF, x[i] > 5)
        out[i, 1] = cuda.all_sync(0xFFFF, x[i] >= 0)
        out[i, 2] = cuda.eq_sync(0xFFFF, x[i] > 5)
    else:
        out[i, 0] = cuda.ballot_sync(0xFFFF0000, x[i] > 5)
        out[i, 1] = cuda.any_sync(0xFFFF0000, x[i] < 0)
        out[i, 2] = cuda.match_any_sync(0xFFFF0000, x[i] // 8)
    out[i, 3] = cuda.activemask()


@cuda.jit
def collatz(x, out, votes):
    # a loop that warps leave when all of their lanes are done
    i = cuda.grid(1)
    n, steps = x[i], 0
    while cuda.any_sync(FULL, n != 1):
        if n != 1:
            steps += 1
            if n % 2 == 0:
                n //= 2
            else:
                n = 3 * n + 1
        votes[i] += 1
    out[i] = steps


@cuda.jit
def broadcast(x, out):
    i = cuda.grid(1)
    out[i, 0] = cuda.shfl_sync(FULL, x[i], 35)
    out[i, 1] = cuda.shfl_sync(FULL, x[i], i % 7)
    out[i, 2] = cuda.shfl_down_sync(FULL, x[i], 20)
    out[i, 3] = cuda.shfl_up_sync(FULL, x[i], 20)


@cuda.jit
def kinds(x, out):
    i = cuda.grid(1)
    out[i] = cuda.shfl_xor_sync(FULL, x[i], 5)


@cuda.jit
def planes(out):
    # warps run across the rows of a block
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    v = 100 * y + x
    out[y, x, 0] = cuda.shfl_down_sync(FULL, v, 1)
    out[y, x, 1] = cuda.shfl_sync(FULL, v, 0)
    out[y, x, 2] = cuda.popc(cuda.ballot_sync(FULL, x > y))


@cuda.jit
def equal(x, out):
    i = cuda.grid(1)
    mask, is_equal = cuda.match_all_sync(FULL, x[i])
    out[i, 0] = mask
    out[i, 1] = is_equal
    out[i, 2] = cuda.eq_sync(FULL, x[i] > 3)


rng = np.random.default_rng(5)
x = rng.integers(0, 40, 128)
out = np.zeros(128, dtype=np.int64)
scan[2, 64](x, out)
print(out)
f = (x % 9).astype(np.float32)[:100]
sums = np.zeros(100, dtype=np.float32)
block_scan[1, 128](f, sums)
print(np.array_equal(sums, np.cumsum(f)), sums[-3:])
block_scan[2, 64](f, sums)
print(sums[60:70])
y = x.copy()
sort_warp[4, 32](y)
print(y[:64])
count = np.zeros(1, dtype=np.int32)
found = np.zeros(128, dtype=np.int64)
aggregate[4, 32](x[:120], count, found)
print(count, np.array_equal(np.sort(found[:count[0]]), np.sort(x[:120][x[:120] % 3 == 0])))
bins = np.zeros(40, dtype=np.int32)
histogram[2, 64](x, bins)
print(np.array_equal(bins, np.bincount(x, minlength=40)))
votes = np.zeros((64, 4), dtype=np.int64)
halves[1, 64](x, votes)
print(votes[::8])
steps, rounds = np.zeros(40, dtype=np.int64), np.zeros(40, dtype=np.int64)
collatz[1, 40](np.arange(1, 41), steps, rounds)
print(steps, rounds[::8])
lanes = np.zeros((32, 4), dtype=np.int64)
broadcast[1, 32](x[:32], lanes)
print(lanes[::3])
for dtype in np.int32, np.int64, np.float32, np.float64, np.uint32, np.uint64:
    z = np.zeros(32, dtype=dtype)
    kinds[1, 32]((x[:32] * 3).astype(dtype), z)
    print(z[:8], z.dtype)
grid = np.zeros((4, 12, 3), dtype=np.int64)
planes[1, (8, 4)](grid[:, :8])
print(grid[:, :8, 0], grid[1, :8, 1], grid[2, 3, 2])
planes[1, (12, 4)](grid)
print(grid[:, :, 1], grid[:3, ::4, 2])
pairs = np.zeros((64, 3), dtype=np.int64)
x[:32] = 7
equal[2, 32](x[:64], pairs)
print(pairs[::16])
