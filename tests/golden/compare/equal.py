# args: --compare
# Nothing differs. There is no GPU in this test: the first line says so.
from collections import namedtuple

import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


x = np.linspace(0, 1, 1000, dtype=np.float32)
y = np.ones(1000, dtype=np.float32)
dx, dy = cuda.to_device(x), cuda.to_device(y)
saxpy[8, 128](np.float32(2), dx, dy)
dy.copy_to_host(y)
print("sum", y.sum())
print(y[:3])

matrix = np.arange(12).reshape(3, 4).T
special = np.array([np.nan, np.inf, -np.inf, -0.0])
flags = special > 0
z = np.array([1 + 2j, 3j], dtype=np.complex64)
half = np.float16(1.5)
big = np.array([2**64 - 1], dtype=np.uint64)
empty = np.empty((0, 3))
Point = namedtuple("Point", "x y")
point = Point(1, 2.5)
pair = (np.zeros(2), "text")
items = [1.5, 2.5]
table = {"a": 1}
if y[0] > 100:
    never = 1
