"""Making ufuncs with @vectorize and generalised ufuncs with @guvectorize."""
import math
import numpy as np
from numba import float64, guvectorize, int64, vectorize


@vectorize([float64(float64, float64)])
def relative_gap(a, b):
    top = max(abs(a), abs(b))
    return 0.0 if top == 0.0 else abs(a - b) / top


@vectorize(["int64(int64)"])
def digit_sum(n):
    s = 0
    while n > 0:
        s += n % 10
        n //= 10
    return s


@vectorize([float64(float64, int64)])
def chebyshev(x, n):
    a, b = 1.0, x
    for _ in range(n):
        a, b = b, 2.0 * x * b - a
    return a


@guvectorize([(float64[:], int64, float64[:])], "(n),()->(n)")
def moving_sum(x, width, out):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i]
        if i >= width:
            s -= x[i - width]
        out[i] = s


@guvectorize([(float64[:, :], float64[:], float64[:])], "(m,n),(n)->(m)")
def apply(matrix, vector, out):
    for i in range(matrix.shape[0]):
        acc = 0.0
        for j in range(matrix.shape[1]):
            acc += matrix[i, j] * vector[j]
        out[i] = acc


print(relative_gap(np.array([1.0, 2.0, 0.0]), np.array([1.0, 2.5, 0.0])))
print(relative_gap(np.array([[1.0], [4.0]]), np.array([1.0, 2.0, 4.0])))
print(relative_gap(3.0, 4.0))

years = np.arange(1995, 2005)
print(digit_sum(years), digit_sum(987654321), digit_sum(years).max())

x = np.array([-1.0, -0.5, 0.25, 1.0])
for n in range(5):
    print("T%d" % n, chebyshev(x, n))
print("cosine rule:", np.allclose(chebyshev(np.cos(0.3), np.arange(6)), np.cos(0.3 * np.arange(6))))

a = np.arange(12, dtype=np.float64).reshape(2, 6)
print(moving_sum(a, 3))
print(moving_sum(a[0], np.array([1, 2, 6])))

rotations = np.empty((4, 2, 2))
for k in range(4):
    c, s = math.cos(k * math.pi / 2), math.sin(k * math.pi / 2)
    rotations[k] = [[c, -s], [s, c]]
print(np.round(apply(rotations, np.array([2.0, 1.0]))).astype(int))
