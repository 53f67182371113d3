# Kernels of one element a thread, in the shapes that a thread may do for several neighbours: guards
# and early returns, one and two coordinates, offsets, conditions, in place, odd sizes, small grids.
import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]


@cuda.jit
def early(x, out):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if i >= out.shape[0]:
        return
    t = x[i]
    out[i] = t * t + 1


@cuda.jit
def smooth(x, out):
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        out[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1]


@cuda.jit
def clip(x, low, high):
    i = cuda.grid(1)
    if i < x.size:
        if x[i] < low:
            x[i] = low
        elif x[i] > high:
            x[i] = high


@cuda.jit
def both(x, y, total, difference):
    i = cuda.grid(1)
    if i < x.size:
        total[i] = x[i] + y[i]
        difference[i] = x[i] - y[i]


@cuda.jit
def heat(u, v):
    j, i = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        v[i, j] = u[i, j] + 0.1 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j])


@cuda.jit
def add_rows(a, b, c):
    x, y = cuda.grid(2)
    if x < c.shape[0] and y < c.shape[1]:
        c[x, y] = a[x, y] + b[x, y]


@cuda.jit
def transpose(a, b):
    x, y = cuda.grid(2)
    if y >= a.shape[0]:
        return
    if x >= a.shape[1]:
        return
    b[x, y] = a[y, x]


@cuda.jit
def number(out):
    i = cuda.grid(1)
    out[i] = i


@cuda.jit
def reverse(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[x.size - 1 - i] = x[i]


@cuda.jit
def last(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i - 1]


for n in (1, 3, 4, 5, 31, 64, 100, 127):
    x = np.arange(n, dtype=np.float32)
    y = np.ones(n, dtype=np.float32)
    for threads in (1, 32, 7):
        saxpy[(n + threads - 1) // threads, threads](np.float32(0.5), x, y)
    out = np.zeros(n)
    early[5, 32](x, out)
    print(n, y.sum(), y[-1], out.sum(), out[-1])

x = np.linspace(0.0, 1.0, 50)
out = np.zeros(50)
smooth[2, 32](x * x, out)
print(out)
d = cuda.to_device(np.linspace(0.0, 1.0, 50))
clip[2, 32](d, 0.2, 0.7)
print(d.copy_to_host())
shifted = cuda.to_device(np.arange(51, dtype=np.float32))[1:]
saxpy[2, 32](np.float32(2), shifted, shifted)
print(shifted.copy_to_host())
x = np.arange(20)
y = x * x
total = np.zeros(20, dtype=np.int64)
difference = np.zeros(20, dtype=np.int64)
both[3, 8](x, y, total, difference)
print(total, difference)
stepped = np.arange(40.0)
out = np.zeros(20)
early[3, 8](stepped[::2], out)
print(out)

for shape in ((1, 1), (5, 7), (16, 16), (33, 18)):
    u = np.arange(shape[0] * shape[1], dtype=np.float64).reshape(shape) % 13
    v = np.zeros(shape)
    heat[(3, 5), (8, 8)](u, v)
    c = np.zeros(shape)
    add_rows[(5, 3), (8, 8)](u, u, c)
    b = np.zeros((shape[1], shape[0]))
    transpose[(3, 5), (8, 8)](u, b)
    print(shape, v.sum().round(6), (c == 2 * u).all(), (b == u.T).all())

numbers = np.full(40, -1)
number[4, 8](numbers)
print(numbers)
number[1, 1](numbers[10:])
print(numbers[8:13])
out = np.zeros(20)
reverse[3, 8](np.arange(20.0), out)
print(out)
last[3, 8](np.arange(20.0), out)
print(out)
ones = np.ones(13, dtype=np.float32)
saxpy.forall(13)(np.float32(2), ones, ones)
print(ones)

try:
    number[6, 8](numbers)
    cuda.synchronize()
except IndexError:
    print("out of range")
