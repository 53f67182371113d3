# Exchange, compare and swap, and what can be built from them.
import numpy as np
from numba import cuda


@cuda.jit
def claim(slots, wins):
    i = cuda.grid(1)
    old = cuda.atomic.cas(slots, i % slots.size, 0, i + 1)
    if old == 0:
        cuda.atomic.add(wins, 0, 1)


@cuda.jit
def first_only(flag, winners):
    if cuda.atomic.compare_and_swap(flag, 0, 1) == 0:
        cuda.atomic.add(winners, 0, 1)


@cuda.jit
def exchange(box, seen):
    i = cuda.grid(1)
    old = cuda.atomic.exch(box, 0, i)
    if old >= 0:
        seen[old] = 1


@cuda.jit
def multiply(x, out):
    # a product by compare and swap
    i = cuda.grid(1)
    if i < x.size:
        old = out[0]
        while True:
            now = cuda.atomic.cas(out, 0, old, old * x[i])
            if now == old:
                break
            old = now


slots = np.zeros(5, dtype=np.int64)
wins = np.zeros(1, dtype=np.int64)
claim[4, 8](slots, wins)
print(sorted(s % 5 for s in slots.tolist()), wins)
flag = np.zeros(1, dtype=np.int32)
winners = np.zeros(1, dtype=np.int64)
first_only[3, 8](flag, winners)
print(flag, winners)
box = np.full(1, -1)
seen = np.zeros(20, dtype=np.int64)
exchange[2, 10](box, seen)
seen[box[0]] = 1
print(seen.sum())
product = np.ones(1, dtype=np.int64)
multiply[1, 16](np.arange(1, 11), product)
print(product)
