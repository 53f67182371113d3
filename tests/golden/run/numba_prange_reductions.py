import numpy as np
from numba import njit, prange


@njit(parallel=True)
def total(a):
    s = 0
    for i in prange(a.size):
        s += a[i]
    return s


@njit(parallel=True)
def product(a):
    p = 1.0
    for i in prange(a.size):
        p *= a[i]
    return p


@njit(parallel=True)
def extremes(a):
    lo, hi = np.inf, -np.inf
    for i in prange(a.size):
        lo = min(lo, a[i])
        hi = max(hi, a[i])
    return lo, hi


@njit(parallel=True)
def counts(a, limit):
    above = below = 0
    weight = 0.0
    for i in prange(a.shape[0]):
        if a[i] > limit:
            above += 1
            weight += a[i]
        elif a[i] < limit:
            below += 1
    return above, below, weight


@njit(parallel=True)
def column_sums(m):
    s = np.zeros(m.shape[1])
    for i in prange(m.shape[0]):
        s += m[i]
    return s


@njit(parallel=True)
def nested(m):
    out = np.zeros_like(m)
    for i in prange(m.shape[0]):
        for j in prange(m.shape[1]):
            out[i, j] = m[i, j] * (i + 1) + j
    return out


@njit(parallel=True)
def strided(a):
    out = a.copy()
    for i in prange(a.size // 2):
        out[2 * i + 1] = -out[2 * i]
    return out


@njit(parallel=True)
def array_expressions(a, b):
    c = a * 2 + np.sqrt(b)
    d = c[c > 3.0].sum()
    return d, c.max(), (a - b).min(), np.sum(a * b), c.mean()


@njit(parallel=True)
def two_loops(n):
    a = np.empty(n)
    for i in prange(n):
        a[i] = i * 0.5
    s = 0.0
    for i in prange(n):
        t = a[i] * a[n - 1 - i]
        s += t
    return s


a = (np.arange(1000) * 37) % 101
print(total(a), a.sum(), total(a / 4), product(np.full(20, 1.5) * 1.0), product(np.array([])))
print(extremes(a - 50.5), extremes(np.empty(0)), counts(a, 50), counts(a * 0.5, 10.0))
m = np.arange(12.0).reshape(4, 3)
print(column_sums(m), nested(m)[2], strided(np.arange(7)), strided(np.arange(6.0)))
print(array_expressions(np.arange(8.0), np.arange(8.0)[::-1] ** 2), two_loops(100))
