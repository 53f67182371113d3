# Atomic operations on integers, in global and shared memory.
import numpy as np
from numba import cuda, int32


@cuda.jit
def arithmetic(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        cuda.atomic.sub(out, 1, x[i])
        cuda.atomic.max(out, 2, x[i])
        cuda.atomic.min(out, 3, x[i])


@cuda.jit
def bits(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.and_(out, 0, x[i])
        cuda.atomic.or_(out, 1, x[i])
        cuda.atomic.xor(out, 2, x[i])


@cuda.jit
def histogram(x, out):
    s = cuda.shared.array(8, int32)
    t = cuda.threadIdx.x
    if t < 8:
        s[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(s, x[i] % 8, 1)
    cuda.syncthreads()
    if t < 8:
        cuda.atomic.add(out, t, s[t])


@cuda.jit
def table(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, (x[i] % 3, x[i] % 2), 1)
        cuda.atomic.add(out, (-1, -1), 10)


@cuda.jit
def tickets(counter, taken):
    ticket = cuda.atomic.add(counter, 0, 1)
    taken[ticket] = 1


@cuda.jit
def wrap_around(counters, seen):
    i = cuda.grid(1)
    cuda.atomic.inc(counters, 0, 3)
    cuda.atomic.dec(counters, 1, 4)
    old = cuda.atomic.inc(counters, 2, 1000)
    cuda.atomic.add(seen, old, 1)


@cuda.jit
def shared_extremes(x, out):
    lo = cuda.shared.array(1, np.int64)
    hi = cuda.shared.array(1, np.int64)
    t = cuda.threadIdx.x
    if t == 0:
        lo[0] = 1 << 40
        hi[0] = -(1 << 40)
    cuda.syncthreads()
    cuda.atomic.min(lo, 0, x[cuda.grid(1)])
    cuda.atomic.max(hi, 0, x[cuda.grid(1)])
    cuda.syncthreads()
    if t == 0:
        out[cuda.blockIdx.x, 0] = lo[0]
        out[cuda.blockIdx.x, 1] = hi[0]


x = (np.arange(100) * 37 % 101).astype(np.int32)
for dtype in (np.int32, np.int64):
    out = np.array([0, 0, -1000, 1000], dtype=dtype)
    arithmetic[4, 32](x.astype(dtype), out)
    print(out)
for dtype in (np.uint32, np.uint64):
    out = np.array([0, 10000, 0, 1000], dtype=dtype)
    arithmetic[4, 32](x.astype(dtype), out)
    print(out)
for dtype in (np.int32, np.uint64):
    out = np.array([255, 0, 0], dtype=dtype)
    bits[2, 8](np.array([251, 127, 191, 255, 254], dtype=dtype), out)
    print(out)
h = np.zeros(8, dtype=np.int32)
histogram[5, 25](x, h)
print(h, h.sum())
t = np.zeros((3, 2), dtype=np.int64)
table[4, 25](x.astype(np.int64), t)
print(t)
counter = np.zeros(1, dtype=np.int64)
taken = np.zeros(40, dtype=np.int64)
tickets[5, 8](counter, taken)
print(counter, taken.sum())
w = np.zeros(3, dtype=np.uint32)
seen = np.zeros(22, dtype=np.int64)
wrap_around[2, 11](w, seen)
print(w, seen)
e = np.zeros((4, 2), dtype=np.int64)
shared_extremes[4, 25](x.astype(np.int64), e)
print(e)
