import math
import numpy as np
from numba import vectorize, float32, float64, int32, int64


@vectorize([int64(int64, int64), float64(float64, float64)])
def bigger(a, b):
    return a if a > b else b


@vectorize(["float64(float64, float64)"], target="parallel")
def norm2(x, y):
    return math.sqrt(x * x + y * y)


@vectorize
def clamp(x, lo, hi):
    if x < lo:
        return lo
    if x > hi:
        return hi
    return x


@vectorize([int32(int32)])
def collatz_steps(n):
    k = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        k += 1
    return k


@vectorize([float32(float32), float64(float64)])
def half(x):
    return x / 2


@vectorize("boolean(int64, int64)")
def divides(a, b):
    return b % a == 0


a = np.array([3, 8, -2])
print(bigger(a, 4), bigger(a, np.array([[0], [5]])), bigger(1.5, 2), bigger(2, 3), bigger(a, 2.5).dtype)
print(norm2(np.array([3.0, 6.0]), np.array([4.0, 8.0])), norm2(5, 12), norm2([1, 0], [[0], [1]]))
print(clamp(np.arange(6), 1, 4), clamp(np.array([0.5, 2.5]), 1.0, 2.0), clamp(9.0, 0.0, 1.0), clamp(a, -1, 100).dtype)
print(collatz_steps(np.arange(1, 11, dtype=np.int32)), collatz_steps(np.array([27], dtype=np.int32)).dtype)
h = half(np.array([1.0, 3.0], dtype=np.float32))
print(h, h.dtype, half(np.array([1, 3])), half(np.array([1, 3])).dtype, half(3))
print(divides(3, np.arange(7)), divides(3, 9), np.arange(1, 13)[divides(np.arange(1, 13), 12)])
print(bigger.reduce(a), bigger.accumulate(np.array([1, 5, 2, 7, 3])), bigger.outer(a, np.array([0, 5])))
print(bigger.reduce(np.arange(6).reshape(2, 3), axis=1))
out = np.empty(3)
r = half(np.array([2.0, 4.0, 6.0]), out=out)
print(out, r is out, half(np.ones((2, 2)))[1], bigger.nin, type(bigger(1, 2)))
