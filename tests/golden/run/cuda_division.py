# Division by zero does not raise in kernels.
import numpy as np
from numba import cuda


@cuda.jit
def divide(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] / b[i]


@cuda.jit
def whole(a, b, q, r):
    i = cuda.grid(1)
    if i < a.size and b[i] != 0:
        q[i] = a[i] // b[i]
        r[i] = a[i] % b[i]


a = np.array([1.0, -1.0, 0.0, 6.0])
b = np.array([0.0, 0.0, 0.0, 4.0])
out = np.zeros(4)
divide[1, 4](a, b, out)
print(out)
q = np.zeros(6, dtype=np.int64)
r = np.zeros(6, dtype=np.int64)
whole[1, 8](np.array([7, -7, 7, -7, 3, 0]), np.array([2, 2, -2, -2, 0, 5]), q, r)
print(q, r)
