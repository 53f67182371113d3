# Loops that stage tiles in shared memory: guards, partial tiles, values kept from round to round,
# steps, loops that run never or once.
import numpy as np
from numba import cuda, float64, int64

T = 4


@cuda.jit
def product(A, B, C):
    sA = cuda.shared.array((T, T), float64)
    sB = cuda.shared.array((T, T), float64)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    acc = 0.0
    for t in range((A.shape[1] + T - 1) // T):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and tx + t * T < A.shape[1]:
            sA[ty, tx] = A[y, tx + t * T]
        if x < B.shape[1] and ty + t * T < B.shape[0]:
            sB[ty, tx] = B[ty + t * T, x]
        cuda.syncthreads()
        for k in range(T):
            acc += sA[ty, k] * sB[k, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = acc


@cuda.jit
def exact(A, B, C, first, last):
    sA = cuda.shared.array((T, T), float64)
    sB = cuda.shared.array((T, T), float64)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    acc = 0.0
    for t in range(first, last, T):
        k0 = t + tx
        sA[ty, tx] = A[y, k0] * 2
        sB[ty, tx] = B[t + ty, x]
        cuda.syncthreads()
        for k in range(T):
            acc += sA[ty, k] * sB[k, tx] + k0
        cuda.syncthreads()
    C[y, x] = acc


@cuda.jit
def keeps(x, out):
    s = cuda.shared.array(8, int64)
    i = cuda.threadIdx.x
    v = -1
    total = 0
    for t in range(6):
        if t % 2 == 0:
            v = x[t * 8 + i]
        else:
            s[i] = x[i] + t
        if t % 3 != 1:
            s[i] = v
        cuda.syncthreads()
        total += s[7 - i] * (t + 1) + v
        cuda.syncthreads()
    out[i] = total


@cuda.jit
def counts_down(x, out):
    s = cuda.shared.array(8, int64)
    i = cuda.threadIdx.x
    total = 0
    offset = 0
    for t in range(5, -1, -1):
        offset += 1
        s[i] = x[t * 8 + i] + offset
        cuda.syncthreads()
        total = total * 3 + s[(i + t) % 8]
        cuda.syncthreads()
    out[i] = total


@cuda.jit
def writes_what_it_reads(x):
    s = cuda.shared.array(8, int64)
    i = cuda.threadIdx.x
    for t in range(5):
        s[i] = x[t * 8 + i]
        cuda.syncthreads()
        x[(t + 1) * 8 + i] += s[7 - i]
        cuda.syncthreads()


rng = np.random.default_rng(5)
for rows, inner, cols in ((4, 4, 4), (5, 7, 6), (1, 1, 1), (8, 3, 2), (3, 12, 9)):
    A = rng.integers(0, 9, (rows, inner)).astype(np.float64)
    B = rng.integers(0, 9, (inner, cols)).astype(np.float64)
    C = np.full((rows, cols), -1.0)
    product[(3, 2), (T, T)](A, B, C)
    print(rows, inner, cols, (C == A @ B).all(), C.sum())
A = rng.integers(0, 9, (8, 16)).astype(np.float64)
B = rng.integers(0, 9, (16, 8)).astype(np.float64)
C = np.zeros((8, 8))
for first, last in ((0, 16), (4, 12), (8, 8), (12, 16), (9, 0)):
    exact[(2, 2), (T, T)](A, B, C, first, last)
    print(first, last, C.sum(), C[3, 5])
x = np.arange(48)
out = np.zeros(8, dtype=np.int64)
keeps[1, 8](x, out)
print(out)
counts_down[1, 8](x * x, out)
print(out)
writes_what_it_reads[1, 8](x)
print(x)
