import numpy as np
from numba import njit, jit, float64, float32, int64, int32, boolean, complex128, uint8, void, types


@njit(int64(int64, int64))
def add(a, b):
    return a + b


@njit("float64(float64)")
def halve(x):
    return x / 2


@njit([int32(int32), float64(float64)])
def square(x):
    return x * x


@njit(float64(float64[:]))
def total(a):
    s = 0.0
    for v in a:
        s += v
    return s


@njit("void(float32[:], f4)")
def scale(a, k):
    for i in range(a.size):
        a[i] *= k


@njit(["int64(int64[:, ::1])", "f8(f8[:, ::1])"])
def corner(m):
    return m[-1, -1]


@njit((float64[:], int64))
def nth(a, n):
    return a[n]


@njit(types.UniTuple(float64, 2)(float64, float64))
def polar(x, y):
    return (x * x + y * y) ** 0.5, x - y


@njit(boolean(int64))
def even(n):
    return n % 2 == 0


@njit(void(float64[:]))
def clear(a):
    a[:] = 0.0


@njit("Tuple((i8, f8))(i8)")
def both(n):
    return n, n / 2


@jit(complex128(complex128), nopython=True)
def twice(z):
    return z + z


print(add(2, 3), add(2.9, True), halve(3), halve(np.float32(1.5)), square(7), square(1.5), square(np.int32(3)))
print(total(np.array([1.5, 2.0])), total(np.arange(6.0)[::2]))
a = np.ones(3, dtype=np.float32)
scale(a, 2.5)
print(a, corner(np.arange(4).reshape(2, 2)), corner(np.eye(2)), nth(np.arange(3.0), 2))
print(polar(3.0, 4.0), even(4), even(7), both(5), twice(1 + 2j), twice(3))
b = np.ones(2)
clear(b)
print(b)
try:
    total(np.arange(3))
except TypeError as e:
    print("TypeError")
