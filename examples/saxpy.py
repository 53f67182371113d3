"""y = a * x + y, three ways: array expression, compiled loop, parallel loop."""
import numpy as np
from numba import njit, prange


@njit
def saxpy_loop(a, x, y):
    for i in range(x.size):
        y[i] = a * x[i] + y[i]


@njit(parallel=True)
def saxpy_parallel(a, x, y):
    for i in prange(x.size):
        y[i] = a * x[i] + y[i]


@njit(parallel=True)
def checksum(y):
    total = 0.0
    for i in prange(y.size):
        total += y[i]
    return total


n = 10_000
x = (np.arange(n) % 17).astype(np.float32)
y0 = (np.arange(n) % 5).astype(np.float32)
a = np.float32(0.5)

whole = a * x + y0

one = y0.copy()
saxpy_loop(a, x, one)

two = y0.copy()
saxpy_parallel(a, x, two)

print("first values", whole[:8])
print("dtype", whole.dtype)
print("loop agrees:", np.array_equal(whole, one))
print("parallel loop agrees:", np.array_equal(whole, two))
print("checksum %.1f" % checksum(two))
