# Kernels whose threads all run the same loops, along any of their coordinates.
import numpy as np
from numba import cuda, float32


@cuda.jit
def product(a, b, c):
    j, i = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = float32(0)
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s


@cuda.jit
def product_ij(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = 0.0
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s


@cuda.jit
def blur(a, c):
    i, j = cuda.grid(2)
    if 1 <= i < c.shape[0] - 1 and 1 <= j < c.shape[1] - 1:
        s = 0.0
        for di in range(-1, 2):
            for dj in range(-1, 2):
                s += a[i + di, j + dj] * (di + 2 * dj + 4)
        c[i, j] = s


@cuda.jit
def triangle(a, out):
    # the inner loop depends on the outer one
    i = cuda.grid(1)
    if i < a.shape[1]:
        s, n = 0, 0
        for p in range(a.shape[0]):
            n += 1
            for q in range(p):
                s += a[q, i] * (p - q)
            s -= n
        out[i] = s


@cuda.jit
def backwards(a, out):
    i = cuda.grid(1)
    z = 0j
    best = -1
    is_up = True
    for k in range(a.shape[0] - 1, -1, -2):
        z = z * 0.5j + a[k, i]
        if a[k, i] > 5:
            best = k
        is_up = is_up and a[k, i] > 0
    out[i] = z.real + z.imag + best + is_up


@cuda.jit
def nothing(a, out):
    i = cuda.grid(1)
    last = 7
    for k in range(a.shape[0] - 6):
        last = k
    for k in range(last):
        out[i] += 1
    out[i] += last


@cuda.jit
def leaves(a, out):
    # not in step: every thread leaves its loop when it likes
    i = cuda.grid(1)
    s = 0
    for k in range(a.shape[0]):
        if a[k, i] > 20:
            break
        s += a[k, i]
    out[i] = s


@cuda.jit
def own(a, out):
    i = cuda.grid(1)
    mine = cuda.local.array(3, float32)
    for k in range(3):
        mine[k] = a[k, i]
    for k in range(2):
        mine[k + 1] += mine[k]
    out[i] = mine[0] + 10 * mine[1] + 100 * mine[2]


@cuda.jit
def tiles(a, out):
    tile = cuda.shared.array((8, 8), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    s = float32(0)
    for t in range(2):
        tile[ty, tx] = a[ty, tx] + t
        cuda.syncthreads()
        for k in range(8):
            s += tile[ty, k] * tile[k, tx]
        cuda.syncthreads()
    out[ty, tx] = s


@cuda.jit
def deep(a, out):
    x, y, z = cuda.grid(3)
    if x < a.shape[0] and y < a.shape[1] and z < a.shape[2]:
        s = 0
        for k in range(a.shape[0]):
            s += a[k, y, z] * (x + 1)
        out[x, y, z] = s - a[x, y, z]


@cuda.jit
def flipped(a, out):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[j, i] = a[i, j]


@cuda.jit
def laned(out):
    i, j = cuda.grid(2)
    out[i, j] = cuda.laneid + 100 * cuda.threadIdx.y


@cuda.jit
def outside(a, out):
    i = cuda.grid(1)
    s = 0
    for k in range(a.shape[0] + 1):
        s += a[k, i]
    out[i] = s


a = (np.arange(19 * 23) * 7 % 11).astype(np.float32).reshape(19, 23)
b = (np.arange(23 * 37) * 5 % 13).astype(np.float32).reshape(23, 37)
for width in 4, 16, 32:
    c = np.zeros((19, 37), dtype=np.float32)
    product[(10, 5), (width, 4)](a, b, c)
    d = np.zeros((19, 37))
    product_ij[(5, 10), (4, width)](a, b, d)
    print(np.array_equal(c, a @ b), np.array_equal(d, a @ b))
c = np.zeros((19, 37), dtype=np.float32)
product[(1, 19), (48, 1)](a, b, c)
print(np.array_equal(c, a @ b))
product_ij[(19, 3), (1, 16)](np.asfortranarray(a), b[:, ::-1], c)
print(np.array_equal(c, a @ b[:, ::-1]))
c = np.zeros((19, 23))
blur[(3, 3), (8, 8)](a, c)
print(c.sum(), c[1, 1:5], c[17])
ints = (np.arange(9 * 40) * 7 % 31 - 3).reshape(9, 40)
out = np.zeros(40, dtype=np.int64)
triangle[3, 16](ints, out)
print(out)
values = np.zeros(40)
backwards[1, 40](ints, values)
print(values)
values[:] = 0
nothing[2, 20](ints, values)
nothing[2, 20](ints[:5], values)
print(values)
leaves[5, 8](ints, out)
print(out)
own[2, 20](ints, values)
print(values)
square = np.zeros((8, 8), dtype=np.float32)
tiles[1, (8, 8)](a, square)
print(square.sum(), square[3])
cube = (np.arange(60) % 7).reshape(3, 4, 5)
copy = np.zeros((3, 4, 5), dtype=np.int64)
deep[(1, 2, 2), (4, 2, 4)](cube, copy)
print(copy[0], copy[2, 3])
turned = np.zeros((23, 19), dtype=np.float32)
flipped[(3, 3), (8, 8)](a, turned)
print(np.array_equal(turned, a.T))
lanes = np.zeros((4, 16))
laned[1, (4, 16)](lanes)
print(lanes[:, ::5])
try:
    outside[1, 16](ints, out)
    print("no error")
except IndexError:
    print("IndexError")
