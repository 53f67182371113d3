# Slices, columns, transposed and Fortran-ordered arrays as arguments, on the host and on the device.
import numpy as np
from numba import cuda


@cuda.jit
def add_index(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 100 + i


@cuda.jit
def fill(a, v):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = v + 10 * i + j


@cuda.jit
def copy_rows(src, dst):
    i = cuda.grid(1)
    if i < src.shape[0]:
        row = src[i]
        out = dst[i]
        for k in range(row.shape[0]):
            out[k] = row[k] * 2


@cuda.jit
def ends(a, out):
    out[0] = a[-1]
    out[1] = a[-a.size]
    out[2] = a[a.size - 1]


@cuda.jit
def inner(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        part = a[i, 1:4]
        total = 0
        for k in range(part.size):
            total += part[k]
        out[i] = total


a = np.zeros((4, 6), dtype=np.int64)
add_index[1, 8](a[1])
add_index[1, 8](a[:, 2])
add_index[1, 8](a[3, ::2])
print(a)

d = cuda.to_device(np.zeros((5, 7)))
fill[(2, 2), (4, 4)](d[1:4, 2:6], 1)
fill[(2, 2), (4, 4)](d[::2, ::3], 500)
print(d.copy_to_host())
print(d[1:4, 2:6].copy_to_host())
print(d[2].copy_to_host(), d[:, 1].copy_to_host())
print(d[2, 3], d.shape, d.size, d.ndim, d.dtype, len(d))

f = np.asfortranarray(np.arange(12.0).reshape(3, 4))
out = np.zeros((3, 4))
copy_rows[1, 4](f, out)
print(out)
copy_rows[1, 4](f.T, out.T)
print(out)

e = np.zeros(3, dtype=np.int64)
ends[1, 1](np.arange(5, 9), e)
print(e)

s = np.zeros(3, dtype=np.int64)
inner[1, 3](np.arange(18).reshape(3, 6), s)
print(s)

r = cuda.to_device(np.arange(12))
print(r.reshape(3, 4).copy_to_host())
print(r.reshape((2, 6))[1].copy_to_host())
print(r.reshape(3, 4).ravel().copy_to_host())
