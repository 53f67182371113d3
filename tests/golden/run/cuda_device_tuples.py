# Tuples of arrays on either side as arguments.
from collections import namedtuple

import numpy as np
from numba import cuda

Pair = namedtuple("Pair", ["first", "second"])


@cuda.jit
def k(t, n):
    i = cuda.grid(1)
    t[0][i] = n[0] + n[1][0] + i
    t[1][i] = 7


@cuda.jit
def add(p, factor):
    i = cuda.grid(1)
    p.first[i] += factor * p.second[i]


d = cuda.to_device(np.zeros(3))
e = cuda.to_device(np.arange(3.0))
k[1, 3]((d, e), (1, (2, 3)))
print(d.copy_to_host(), e.copy_to_host())
add[1, 3](Pair(d, e), 2.0)
print(d.copy_to_host())
