# Arrays of the module in kernels: as constants, and read directly; constants of the module.
import numpy as np
from numba import cuda

WEIGHTS = np.array([0.25, 0.5, 0.25])
TABLE = np.arange(12, dtype=np.int32).reshape(3, 4)
SCALE = 3
NAMES = (10, 20, 30)


@cuda.jit
def smooth(x, y):
    w = cuda.const.array_like(WEIGHTS)
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        y[i] = w[0] * x[i - 1] + w[1] * x[i] + w[2] * x[i + 1]


@cuda.jit
def look_up(out):
    t = cuda.const.array_like(TABLE)
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = t[i, j] * SCALE + NAMES[1]


@cuda.jit
def plain_global(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = WEIGHTS[i % 3] + TABLE[i % 3, 1]


x = np.array([0.0, 4.0, 8.0, 0.0, 0.0, 16.0, 0.0])
y = np.zeros(7)
smooth[1, 8](x, y)
print(y)

out = np.zeros((3, 4), dtype=np.int64)
look_up[(1, 1), (4, 4)](out)
print(out)

p = np.zeros(5)
plain_global[1, 5](p)
print(p)
