# Tuples as arguments and in kernels: indexed by constants and variables, stepped through, of arrays.
from collections import namedtuple

import numpy as np
from numba import cuda

Pair = namedtuple("Pair", ["scale", "values"])


@cuda.jit
def by_index(weights, rows, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = weights[i] + rows[i][0] + weights[-1]
        for j in range(3):
            out[i] += weights[j] * rows[j][i]


@cuda.jit
def stepped(weights, rows, out):
    i = cuda.grid(1)
    if i < out.size:
        first, second, third = rows
        total = first[i] - second[i] + third[i]
        for row in rows:
            total += row[i]
        for n, row in enumerate(rows):
            total += n * row[i]
        for row, weight in zip(rows, weights):
            total += weight * row[i]
        for weight in weights:
            total *= weight
        out[i] = total + len(rows)


@cuda.jit(device=True)
def ordered(a, b):
    if a < b:
        return a, b
    return b, a


@cuda.jit
def named(pair, mixed, out):
    i = cuda.grid(1)
    if i < out.size:
        low, high = ordered(pair.values[i], pair.values[0] + 2)
        out[i] = (low - high) * pair.scale + mixed[0] + mixed[1].real
        if mixed[2]:
            out[i] += mixed[3][1]


@cuda.jit
def past_the_end(items, i, out):
    out[0] = items[i]


weights = (1, 2, 3)
rows = (np.arange(3.0), np.ones(3), np.full(3, 0.5))
out = np.zeros(3)
by_index[1, 32](weights, rows, out)
print(out)
stepped[1, 32](weights, rows, out)
print(out)
named[1, 32](Pair(2.0, np.arange(3.0)), (1, 2.5 - 1j, True, (3, 4)), out)
print(out)
past_the_end[1, 1](weights, -3, out)
print(out)
try:
    past_the_end[1, 1](weights, 3, out)
    cuda.synchronize()
except IndexError as e:
    print("IndexError:", str(e)[:24])
