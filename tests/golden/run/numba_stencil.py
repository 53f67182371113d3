import numpy as np
from numba import njit, stencil


@stencil
def mean3(a):
    return (a[-1] + a[0] + a[1]) / 3


@stencil(cval=7.5)
def forward(a):
    return a[1] - a[0]


@stencil(neighborhood=((-1, 2),))
def window(a):
    best = a[-1]
    for k in range(0, 3):
        best = max(best, a[k])
    return best


@stencil
def diagonal(a):
    return a[-1, -1] + a[1, 1] - a[-1, 1] - a[1, -1]


@stencil
def two_arrays(a, b, c):
    return a[0, 1] * b[1, 0] + c


@stencil(standard_indexing=("weights",), neighborhood=((-1, 1), (-1, 1)))
def weighted(a, weights):
    total = 0.0
    for i in range(-1, 2):
        for j in range(-1, 2):
            total += a[i, j] * weights[i + 1, j + 1]
    return total


@njit
def inside(a, n):
    for _ in range(n):
        a = mean3(a)
    return a


@njit(parallel=True)
def in_parallel(a):
    return diagonal(a) + 1.0


x = np.array([1.0, 2.0, 6.0, 3.0, 9.0, 0.0])
print(mean3(x), forward(x), window(x))
print(mean3(np.arange(6)), mean3(np.arange(6)).dtype, forward(np.arange(4)))
g = np.arange(20.0).reshape(4, 5) ** 2
print(diagonal(g))
print(two_arrays(g, np.ones((4, 5)), 0.5))
w = np.array([[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]])
print(weighted(g, w))
print(inside(x, 2), in_parallel(g)[1])
out = np.full(6, -1.0)
mean3(x, out=out)
print(out)
