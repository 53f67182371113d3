"""prange is a parallel loop, range is not."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def fill(a):
    for i in prange(a.size):
        a[i] = i


@njit(parallel=True)
def fill_alone(a):
    for i in range(a.size):
        a[i] = i


a = np.zeros(5)
fill(a)
fill_alone(a)
# check-tir: fn fill.
# check-tir: parallel for {{%[0-9]+}} in 0 ..
# check-tir: a[i] =
# check-tir: fn fill_alone.
# check-tir-not: parallel for
# check-tir: for {{%[0-9]+}} in 0 ..
# check-tir-not: parallel for
