# An integer divided by zero raises in kernels and what they call; floats give inf and nan.
import numpy as np
from numba import cuda, njit


def plain(a, b):
    return a // b


@njit
def jitted(a, b):
    return a % b


@cuda.jit(device=True)
def device(a, b):
    return a // b + a % b


@cuda.jit
def k(x, a, which):
    i = cuda.grid(1)
    d = int(a[i])
    if which == 0:
        x[i] = 10 // d
    elif which == 1:
        x[i] = 10 % d
    elif which == 2:
        x[i] = plain(10, d)
    elif which == 3:
        x[i] = jitted(10, d)
    elif which == 4:
        x[i] = device(10, d)
    elif which == 5:
        d //= d
        x[i] = d


@cuda.jit
def floats(x, a):
    i = cuda.grid(1)
    x[i] = x[i] / a[i]


x = np.zeros(4)
a = np.array([3, 2, 0, 1])
for which in range(6):
    try:
        k[1, 4](x, a, which)
        cuda.synchronize()
        print(which, "did not raise")
    except ZeroDivisionError:
        print(which, "ZeroDivisionError")
y = np.array([1.0, -1.0, 0.0])
floats[1, 3](y, np.zeros(3))
print(y)
k[1, 2](x, a, 0)
print(x[:2])
