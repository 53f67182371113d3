# Local memory: every thread has an array of its own, also across barriers.
import numpy as np
from numba import cuda, float64, int32


@cuda.jit
def sort_rows(table):
    i = cuda.grid(1)
    if i < table.shape[0]:
        row = cuda.local.array(6, int32)
        for k in range(6):
            row[k] = table[i, k]
        for k in range(1, 6):
            v = row[k]
            j = k - 1
            while j >= 0 and row[j] > v:
                row[j + 1] = row[j]
                j -= 1
            row[j + 1] = v
        for k in range(6):
            table[i, k] = row[k]


@cuda.jit
def polynomial(x, out):
    i = cuda.grid(1)
    if i < x.size:
        c = cuda.local.array((2, 2), dtype=float64)
        c[0, 0] = 1.0
        c[0, 1] = 2.0
        c[1, 0] = 3.0
        c[1, 1] = 4.0
        v = 0.0
        for k in range(4):
            v = v * x[i] + c[k // 2, k % 2]
        out[i] = v


@cuda.jit
def across_barriers(a, out):
    mine = cuda.local.array(3, np.int64)
    shared = cuda.shared.array(8, np.int64)
    t = cuda.threadIdx.x
    for k in range(3):
        mine[k] = a[t] * (k + 1)
    shared[t] = mine[2]
    cuda.syncthreads()
    mine[0] += shared[7 - t]
    cuda.syncthreads()
    shared[t] = mine[0]
    cuda.syncthreads()
    mine[1] += shared[(t + 1) % 8]
    out[t, 0] = mine[0]
    out[t, 1] = mine[1]
    out[t, 2] = mine[2]


table = np.array([[5, 3, 9, 1, 7, 2], [6, 5, 4, 3, 2, 1], [0, -1, 8, -3, 8, 0]], dtype=np.int32)
sort_rows[1, 4](table)
print(table)

x = np.array([0.0, 1.0, 2.0, -1.5])
out = np.zeros(4)
polynomial[2, 2](x, out)
print(out)

o = np.zeros((8, 3), dtype=np.int64)
across_barriers[1, 8](np.arange(8), o)
print(o)
