# Votes of a warp, masks of lanes, matches.
import numpy as np
from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit
def votes(x, out):
    i = cuda.grid(1)
    out[i, 0] = cuda.all_sync(FULL, x[i] < 60)
    out[i, 1] = cuda.any_sync(FULL, x[i] == 40)
    out[i, 2] = cuda.eq_sync(FULL, x[i] > 31)
    out[i, 3] = cuda.ballot_sync(FULL, x[i] % 5 == 0)


@cuda.jit
def count_before(x, out):
    i = cuda.grid(1)
    mask = cuda.ballot_sync(FULL, x[i] > 0)
    before = cuda.popc(mask & ((1 << cuda.laneid) - 1))
    out[i] = before


@cuda.jit
def compact(x, out, n):
    i = cuda.grid(1)
    keep = x[i] % 3 == 0
    mask = cuda.ballot_sync(FULL, keep)
    at = cuda.popc(mask & cuda.lanemask_lt())
    if keep:
        out[at] = x[i]
    if cuda.laneid == 0:
        n[0] = cuda.popc(mask)


@cuda.jit
def matches(x, out, same):
    i = cuda.grid(1)
    out[i] = cuda.match_any_sync(FULL, x[i])
    mask, all_equal = cuda.match_all_sync(FULL, x[i] // 100)
    same[i, 0] = mask
    same[i, 1] = all_equal


@cuda.jit
def active(out):
    out[cuda.grid(1)] = cuda.activemask()


x = np.arange(64)
out = np.zeros((64, 4), dtype=np.int64)
votes[1, 64](x, out)
print(out[0], out[31], out[32], out[63])
c = np.zeros(32, dtype=np.int64)
count_before[1, 32](np.arange(32) % 4, c)
print(c)
kept = np.full(12, -1)
n = np.zeros(1, dtype=np.int64)
compact[1, 32](np.arange(32), kept, n)
print(kept, n)
m = np.zeros(32, dtype=np.int64)
same = np.zeros((32, 2), dtype=np.int64)
matches[1, 32](np.arange(32) % 7, m, same)
print(m[:8], same[0])
matches[1, 32](np.arange(32) * 10, m, same)
print(same[5])
# the last warp of a block may have fewer lanes
a = np.zeros(40, dtype=np.uint32)
active[1, 40](a)
print(a[0], a[39])
out = np.zeros((40, 4), dtype=np.int64)
votes[1, 40](np.arange(40), out)
print(out[39])
