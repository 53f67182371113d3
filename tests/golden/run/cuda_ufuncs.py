# @vectorize and @guvectorize for the device.
import math

import numpy as np
from numba import cuda, float64, guvectorize, int64, vectorize


@vectorize(["float64(float64, float64)", "int64(int64, int64)"], target="cuda")
def rel_diff(x, y):
    return 2 * (x - y)


@vectorize([float64(float64)], target="cuda")
def half_root(x):
    return math.sqrt(x) / 2.0


@guvectorize(["void(float64[:, :], float64[:, :], float64[:, :])"], "(m,n),(n,p)->(m,p)", target="cuda")
def matmul(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            t = 0.0
            for k in range(a.shape[1]):
                t += a[i, k] * b[k, j]
            c[i, j] = t


a = np.arange(5.0)
b = np.ones(5)
print(rel_diff(a, b))
print(rel_diff(np.arange(4), 3))
print(half_root(np.array([4.0, 16.0, 100.0])))
x = np.arange(12.0).reshape(2, 2, 3)
y = np.arange(12.0).reshape(2, 3, 2)
print(matmul(x, y))
