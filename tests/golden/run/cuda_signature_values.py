# Signatures that have names: tuples of types and calls of types, for kernels and for functions of the CPU.
import numpy as np
from numba import cuda, float64, guvectorize, int32, njit, types, vectorize, void

ROWS = (int32[:, ::1],)
PAIR = (float64, int32)
KERNEL = void(float64[:], float64)
TWO_FLOATS = float64(float64, float64)
FILLED = types.void(types.float64[:], types.float64[:])


@cuda.jit(ROWS)
def sequential_rows(m):
    col = cuda.grid(1)
    grid = cuda.cg.this_grid()
    for row in range(1, m.shape[0]):
        m[row, col] = m[row - 1, m.shape[1] - col - 1] + 1 + col
        grid.sync()


@cuda.jit([KERNEL])
def scale(a, k):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= k


@njit(PAIR)
def power(x, n):
    return x**n


@njit(TWO_FLOATS)
def half(a, b):
    return (a + b) / 2


@vectorize([TWO_FLOATS])
def mean(a, b):
    return (a + b) / 2


@guvectorize([FILLED], "(n)->(n)")
def running(a, out):
    total = 0.0
    for i in range(a.size):
        total += a[i]
        out[i] = total


m = np.zeros((4, 8), dtype=np.int32)
print(sequential_rows.overloads[ROWS].max_cooperative_grid_blocks(4) > 0)
sequential_rows[2, 4](m)
print(m)
a = np.arange(5.0)
scale[1, 8](a, 1.5)
print(a)
print(power(1.5, 3), half(1, 2))
print(mean(a, 1))
print(running(a))
print(int("7") + np.int32(3), np.float64("2.5"))
