# Threads behind the end of the data: guards, early returns, several of them, and in loops.
import numpy as np
from numba import cuda


@cuda.jit
def double_guarded(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 2 * x[i]


@cuda.jit
def double_returning(x, y):
    i = cuda.grid(1)
    if i >= x.size:
        return
    y[i] = 2 * x[i]


@cuda.jit
def classify(x, kind):
    i = cuda.grid(1)
    if i >= x.size:
        return
    v = x[i]
    if v < 0:
        kind[i] = -1
        return
    if v == 0:
        kind[i] = 0
        return
    kind[i] = 1
    if v > 100:
        kind[i] = 2
        return
    kind[i] += 10


@cuda.jit
def first_above(table, limit, position):
    row = cuda.grid(1)
    if row >= table.shape[0]:
        return
    for k in range(table.shape[1]):
        if table[row, k] > limit:
            position[row] = k
            return
    position[row] = -1


@cuda.jit
def first_pair(n, sums, where):
    i = cuda.grid(1)
    if i < sums.size:
        for a in range(1, n):
            for b in range(a, n):
                if a * a + b * b == sums[i]:
                    where[i, 0] = a
                    where[i, 1] = b
                    return
        where[i, 0] = 0


@cuda.jit
def collatz(start, steps):
    i = cuda.grid(1)
    if i < start.size:
        n = start[i]
        k = 0
        while True:
            if n == 1:
                break
            if n % 2 == 1:
                n = 3 * n + 1
                k += 1
                continue
            n //= 2
            k += 1
        steps[i] = k


@cuda.jit
def rows_of_blocks(out):
    # whole blocks leave
    if cuda.blockIdx.x % 2 == 1:
        return
    out[cuda.blockIdx.x, cuda.threadIdx.x] = cuda.grid(1)


x = np.arange(10)
y = np.zeros(10, dtype=np.int64)
double_guarded[3, 4](x, y)
print(y)
y[:] = 0
double_returning[3, 4](x, y)
print(y)

kind = np.full(6, 99)
classify[1, 32](np.array([-5, 0, 7, 100, 101, -1]), kind)
print(kind)

table = np.array([[1, 5, 9], [9, 1, 1], [2, 2, 2], [3, 4, 8]])
position = np.zeros(4, dtype=np.int64)
first_above[2, 3](table, 4, position)
print(position)

where = np.full((5, 2), -1)
first_pair[1, 8](20, np.array([5, 25, 50, 7, 200]), where)
print(where)

steps = np.zeros(8, dtype=np.int32)
collatz[2, 4](np.arange(1, 9), steps)
print(steps)

out = np.full((4, 3), -1)
rows_of_blocks[4, 3](out)
print(out)
