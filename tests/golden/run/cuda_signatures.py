# Kernels and device functions compiled for given types.
import numpy as np
from numba import cuda, float64, int32, int64, void


@cuda.jit("int64(int64, int64)", device=True)
def combine(a, b):
    return a * 10 + b


@cuda.jit("void(int64[:], int64[:])")
def by_string(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = combine(x[i], i)


@cuda.jit(void(float64[:], float64))
def by_types(x, f):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] / f


@cuda.jit("(float64[:, :], int32)")
def without_result(a, v):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = v + i - j


@cuda.jit((int32[:],))
def by_tuple(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


x = np.arange(5)
out = np.zeros(5, dtype=np.int64)
by_string[1, 8](x, out)
print(out)
f = np.arange(4.0)
by_types[1, 4](f, 4)
print(f)
by_types[1, 4](f[::2], 0.5)
print(f)
a = np.zeros((2, 3))
without_result[(1, 1), (4, 4)](a, 5)
print(a)
t = np.arange(3, dtype=np.int32)
by_tuple[1, 3](t)
print(t, t.dtype)
