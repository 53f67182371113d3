# Atomics, shuffles, votes.
# args: --sm=90
# check-ptx: .visible .entry histogram
# check-ptx: atom.global.add.u32
# check-ptx: .visible .entry warp_sum
# check-ptx: shfl.sync.down.b32
# check-ptx: vote.sync.ballot
# check-ptx: .visible .entry largest
# check-ptx: atom{{.*}}.cas.b64
import numpy as np
from numba import cuda


@cuda.jit
def histogram(x, h):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(h, x[i], 1)


@cuda.jit
def warp_sum(x, out):
    i = cuda.grid(1)
    v = x[i]
    v += cuda.shfl_down_sync(0xffffffff, v, 16)
    out[i] = v
    out[0] = cuda.ballot_sync(0xffffffff, v > 3)


@cuda.jit
def largest(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(out, 0, x[i])


h = np.zeros(8, dtype=np.int32)
x = np.zeros(32, dtype=np.int32)
histogram[1, 32](x, h)
warp_sum[1, 32](x, x)
largest[1, 32](np.ones(32), np.zeros(1))
