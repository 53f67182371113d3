"""Lanes of a warp exchange values without memory: a sum, a running sum, a vote, and equal values found."""
import numpy as np
from numba import cuda, int32

FULL = 0xFFFFFFFF


@cuda.jit(device=True)
def warp_sum(v):
    for step in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(FULL, v, step)
    return v


@cuda.jit
def block_sum(x, result):
    warps = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    lane, warp = t % 32, t // 32
    v = warp_sum(x[cuda.grid(1)])
    if lane == 0:
        warps[warp] = v
    cuda.syncthreads()
    if warp == 0:
        v = warp_sum(warps[lane] if lane < cuda.blockDim.x // 32 else 0)
        if lane == 0:
            result[cuda.blockIdx.x] = v


@cuda.jit
def running_sums(x, sums):
    lane = cuda.laneid
    v = x[lane]
    step = 1
    while step < 32:
        other = cuda.shfl_up_sync(FULL, v, step)
        if lane >= step:
            v += other
        step *= 2
    sums[lane] = v


@cuda.jit
def votes(x, limit, ballot, places):
    lane = cuda.laneid
    is_above = x[lane] > limit
    bits = cuda.ballot_sync(FULL, is_above)
    if lane == 0:
        ballot[0] = bits
    if is_above:
        # how many lanes before this one are above, too
        places[cuda.popc(bits & ((1 << lane) - 1))] = x[lane]


x = (np.arange(256) * 7 % 64).astype(np.int32)
sums = np.zeros(2, dtype=np.int32)
block_sum[2, 128](x, sums)
print("block sums", sums, "as NumPy:", np.array_equal(sums, x.reshape(2, 128).sum(axis=1)))

warp = x[:32].copy()
running = np.zeros(32, dtype=np.int32)
running_sums[1, 32](warp, running)
print("running sums", running[:8], "as NumPy:", np.array_equal(running, np.cumsum(warp)))

ballot = np.zeros(1, dtype=np.uint32)
places = np.zeros(32, dtype=np.int32)
votes[1, 32](warp, 40, ballot, places)
print("lanes above 40: %s" % format(int(ballot[0]), "032b")[::-1])
print("their values, close together", places[: np.count_nonzero(warp > 40)])
