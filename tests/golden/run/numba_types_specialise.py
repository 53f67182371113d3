import numpy as np
from numba import njit


@njit
def add(a, b):
    return a + b


@njit
def twice(x):
    return x * 2


@njit
def mean(a):
    s = 0.0
    n = 0
    for v in a:
        s += v
        n += 1
    return s / n


@njit
def first_last(t):
    return t[0], t[-1]


@njit
def pick(flag, a, b):
    return a if flag else b


@njit
def maybe(x):
    if x > 0:
        return x
    return None


@njit
def shape_of(a):
    return a.shape, a.ndim, a.size, len(a)


@njit
def with_default(x, y=10, z=0.5):
    return x + y * z


@njit
def varargs(*args):
    s = 0
    for a in args:
        s += a
    return s, len(args)


@njit
def optional(a, b=None):
    if b is None:
        return a
    return a + b


@njit
def swap(a, b):
    a, b = b, a
    return a, b


print(add(1, 2), add(1, 2.5), add(1j, 2), add("ab", "cd"), add(np.arange(3), 1))
print(add(np.float32(1), np.float32(2)), add((1,), (2.0,)), add(True, True))
print(twice(3), twice(1.5), twice(np.arange(2)), twice([1, 2]), twice(np.uint8(200)), twice(np.int8(100)))
print(twice(np.float32(0.1)))
print(mean(np.arange(4)), mean([1, 2]), mean((1.0, 3.0)), mean(np.array([0.5], dtype=np.float32)))
print(first_last((1, 2, 3)), first_last((1, "x", 2.5)), first_last(np.arange(4)), first_last("word"))
print(first_last([7, 8]))
print(pick(True, 1, 2), pick(False, 1, 2.5), maybe(3), maybe(-3), shape_of(np.zeros((2, 3))), shape_of(np.arange(4)))
print(with_default(1), with_default(1, 2), with_default(1, z=2), with_default(x=1, y=3, z=1))
print(varargs(1, 2, 3), varargs(1.5), optional(1), optional(1, 5), optional(2, 0.5), swap(1, "a"))
print(type(add(1, 2)), type(add(np.int32(1), np.int32(2))), type(twice(np.float32(1))), type(mean([1])))
print(add(2 ** 62, 2 ** 62), add(np.uint64(2 ** 63), np.uint64(5)))
