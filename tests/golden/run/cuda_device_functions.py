# Functions for the device: nested, recursive, with tuples, with arrays, with positions of the thread.
import numpy as np
from numba import cuda, njit


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit(device=True)
def norm2(a, b):
    return square(a) + square(b)


@cuda.jit(device=True)
def divmod_pair(a, b):
    return a // b, a % b


@cuda.jit(device=True)
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@cuda.jit(device=True)
def find(a, v):
    for i in range(a.size):
        if a[i] == v:
            return i
    return -1


@cuda.jit(device=True)
def position():
    return cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x


@cuda.jit(device=True)
def clamp_position(n):
    i = position()
    if i >= n:
        return n - 1
    return i


@cuda.jit(device=True, inline=True)
def swap(a, i, j):
    t = a[i]
    a[i] = a[j]
    a[j] = t


@njit
def both_sides(x):
    return 3 * x + 1


@cuda.jit
def kernel(x, out):
    i = position()
    if i < x.size:
        q, r = divmod_pair(x[i], 4)
        out[i, 0] = norm2(x[i], 1)
        out[i, 1] = q
        out[i, 2] = r
        out[i, 3] = factorial(x[i] % 6)
        out[i, 4] = find(x, 9)
        out[i, 5] = both_sides(x[i])


@cuda.jit
def clamped(out):
    out[clamp_position(out.size)] = 7


@cuda.jit
def reverse_rows(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        n = row.size
        for k in range(n // 2):
            swap(row, k, n - 1 - k)


x = np.array([3, 5, 9, 14, 27])
out = np.zeros((5, 6), dtype=np.int64)
kernel[2, 4](x, out)
print(out)
print(both_sides(10))
c = np.zeros(5, dtype=np.int64)
clamped[2, 4](c)
print(c)
a = np.arange(12).reshape(3, 4)
reverse_rows[1, 3](a)
print(a)
