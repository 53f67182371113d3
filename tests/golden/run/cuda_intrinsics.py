# What is left of the API: intrinsics with a mode, mapped arrays, overloads, items of device arrays.
import numpy as np
from numba import cuda, int32, float64


@cuda.jit
def rotate(x, flags):
    i = cuda.threadIdx.x
    down, in_down = cuda.shfl_sync_intrinsic(0xFFFFFFFF, 2, x[i], 4, 0x1F)
    up, in_up = cuda.shfl_sync_intrinsic(0xFFFFFFFF, 1, x[i], 4, 0)
    first, always = cuda.shfl_sync_intrinsic(0xFFFFFFFF, 0, x[i], 3, 0x1F)
    other, swapped = cuda.shfl_sync_intrinsic(0xFFFFFFFF, 3, x[i], 1, 0x1F)
    cuda.syncwarp()
    x[i] = down + 100 * up + 10000 * first + 1000000 * other
    flags[i] = in_down + 2 * in_up + 4 * always + 8 * swapped


@cuda.jit
def votes(x, out):
    i = cuda.threadIdx.x
    _, all_of = cuda.vote_sync_intrinsic(0xFFFFFFFF, 0, x[i] > 3)
    _, any_of = cuda.vote_sync_intrinsic(0xFFFFFFFF, 1, x[i] > 3)
    _, equal = cuda.vote_sync_intrinsic(0xFFFFFFFF, 2, x[i] > 3)
    bits, _ = cuda.vote_sync_intrinsic(0xFFFFFFFF, 3, x[i] > 3)
    out[i] = bits * 8 + all_of + 2 * any_of + 4 * equal


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


x = np.arange(32)
flags = np.zeros(32, dtype=np.int32)
rotate[1, 32](x, flags)
print(x)
print(flags)
out = np.zeros(32, dtype=np.int64)
votes[1, 32](np.arange(32) % 6, out)
print(out)

a, b = np.zeros(4), np.ones(5)
with cuda.mapped(a) as d:
    add_one[1, 8](d)
print(a)
with cuda.mapped(a, b) as (d, e):
    add_one[1, 8](d)
    add_one[1, 8](e)
print(a, b)

d = cuda.to_device(np.arange(6.0))
print(d.getitem(2))
d.setitem(2, 7.5)
print(d.copy_to_host())
special = add_one.specialize(d)
special[1, 8](d)
print(d.copy_to_host())
add_one.bind()


@cuda.jit("void(float64[:])")
def twice(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


blocks = twice.overloads[(float64[:],)].max_cooperative_grid_blocks(64)
print(blocks >= 1)
twice[1, 64](d)
print(d.copy_to_host())
