import numpy as np
from numba import njit


@njit
def divide(a, b):
    return a // b, a % b, a / b


@njit
def powers(a, n):
    return a ** n


@njit
def shifts(a, n):
    return a << n, a >> n, ~a, a & n, a | n, a ^ n


@njit
def wrap():
    x = 9223372036854775807
    return x + 1, x * 2


@njit
def narrow(a, b):
    return a + b, a * b, a - b


@njit
def casts(x):
    return int(x), float(int(x)), bool(x), np.int8(x), np.uint8(x), np.int32(x), np.float32(x)


@njit
def accumulate(a):
    s = a[0]
    for i in range(1, a.size):
        s += a[i]
    return s


@njit
def rounds(x):
    return round(x), round(x, 1), np.floor(x), np.ceil(x), int(x), abs(x), np.trunc(x)


@njit
def bits(n):
    count = 0
    while n > 0:
        count += n & 1
        n >>= 1
    return count


@njit
def hash32(text):
    h = np.uint32(2166136261)
    for c in text:
        h = np.uint32((h ^ np.uint32(ord(c))) * np.uint32(16777619))
    return h


for p, q in ((7, 2), (-7, 2), (7, -2), (-7, -2)):
    print(divide(p, q), end=" ")
print(divide(7.5, 2.0), divide(-7.5, 2.0), divide(-7, 2.5))
print(powers(2, 10), powers(2.0, 0.5), powers(-3, 3), powers(2.0, -2), powers(10, 18), powers(1.5, 2))
print(shifts(20, 2), shifts(-20, 2), wrap())
print(narrow(np.int8(100), np.int8(100)), narrow(np.uint8(5), np.uint8(10)))
print(narrow(np.int32(2 ** 31 - 1), np.int32(1)), narrow(np.uint64(3), np.uint64(5)))
print(narrow(np.float32(0.1), np.float32(0.2)))
print(casts(3.99), casts(-3.99), casts(200.0)[:3], accumulate(np.array([200, 100], dtype=np.uint8)))
print(accumulate(np.array([1.5, 2])), accumulate(np.array([2 ** 31 - 1, 1], dtype=np.int32)))
print(rounds(2.5), rounds(-2.5), rounds(3.14159), bits(255), bits(2 ** 62), hash32("hello"), hash32(""))
print(divmod(-7, 2), narrow(True, 2), narrow(np.int64(5), 2.5))
try:
    divide(1, 0)
except ZeroDivisionError as e:
    print("ZeroDivisionError:", e)
