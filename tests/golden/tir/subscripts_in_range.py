"""Subscripts that are provably in range lose wrap-around and check."""
import numpy as np
from numba import njit


@njit
def total(a):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i]
    return s


@njit
def pick(a, k):
    return a[k]


a = np.ones(5)
print(total(a), pick(a, -1))
# check-tir: fn total.
# check-tir: for {{%[0-9]+}} in 0 ..
# check-tir: a[i]
# check-tir-not: check
# check-tir: fn pick.
# check-tir: a[~k!]
