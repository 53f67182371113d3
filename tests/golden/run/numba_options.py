import math
import numpy as np
import numba as nb
from numba import jit, njit


@njit(cache=True)
def cached(x):
    return x + 1


@njit(fastmath=True)
def fast_dot(a, b):
    s = 0.0
    for i in range(a.size):
        s += a[i] * b[i]
    return s


@njit(error_model="numpy")
def ratio(a, b):
    return a / b


@njit
def checked_ratio(a, b):
    return a / b


@njit(boundscheck=True)
def at(a, i):
    return a[i]


@jit
def plain(a):
    return a.sum() * 2


@jit(nopython=True, nogil=True, inline="always")
def tiny(x):
    return x * 3


@njit(inline="always")
def helper(x, k=2):
    return x ** k


@nb.njit(parallel=True, fastmath={"contract"}, nogil=True)
def mixed(a):
    s = 0.0
    for i in nb.prange(len(a)):
        s += helper(a[i])
    return s


print(cached(1), cached(1.5), fast_dot(np.arange(4.0), np.ones(4)), plain(np.arange(4)), tiny(2), helper(3))
print(helper(2.0, k=3), mixed(np.arange(5.0)))
print(ratio(1.0, 0.0), ratio(-1.0, 0.0), ratio(0.0, 0.0), ratio(1, 0))
try:
    checked_ratio(1.0, 0.0)
except ZeroDivisionError as e:
    print("ZeroDivisionError:", e)
try:
    at(np.arange(3), 5)
except IndexError as e:
    print("IndexError")
print(at(np.arange(3), -1), nb.get_num_threads() >= 1, isinstance(nb.__version__, str))
print(math.isclose(fast_dot(np.ones(3), np.ones(3)), 3.0))
nb.set_num_threads(1)
print(mixed(np.arange(4.0)), nb.get_num_threads())
