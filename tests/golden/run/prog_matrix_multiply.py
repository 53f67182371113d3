import numpy as np
from numba import njit, prange, float32


@njit
def naive(a, b):
    n, m = a.shape
    p = b.shape[1]
    c = np.zeros((n, p), dtype=a.dtype)
    for i in range(n):
        for j in range(p):
            s = c[i, j]
            for k in range(m):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return c


@njit(parallel=True)
def rows_parallel(a, b):
    c = np.zeros((a.shape[0], b.shape[1]))
    for i in prange(a.shape[0]):
        for k in range(a.shape[1]):
            f = a[i, k]
            for j in range(b.shape[1]):
                c[i, j] += f * b[k, j]
    return c


@njit(fastmath=True)
def blocked(a, b, bs):
    n = a.shape[0]
    c = np.zeros((n, n))
    for ii in range(0, n, bs):
        for kk in range(0, n, bs):
            for jj in range(0, n, bs):
                for i in range(ii, min(ii + bs, n)):
                    for k in range(kk, min(kk + bs, n)):
                        for j in range(jj, min(jj + bs, n)):
                            c[i, j] += a[i, k] * b[k, j]
    return c


def strassen(a, b):
    n = len(a)
    if n <= 8:
        return a @ b
    h = n // 2
    a11, a12, a21, a22 = a[:h, :h], a[:h, h:], a[h:, :h], a[h:, h:]
    b11, b12, b21, b22 = b[:h, :h], b[:h, h:], b[h:, :h], b[h:, h:]
    m1 = strassen(a11 + a22, b11 + b22)
    m2 = strassen(a21 + a22, b11)
    m3 = strassen(a11, b12 - b22)
    m4 = strassen(a22, b21 - b11)
    m5 = strassen(a11 + a12, b22)
    m6 = strassen(a21 - a11, b11 + b12)
    m7 = strassen(a12 - a22, b21 + b22)
    c = np.empty((n, n), dtype=a.dtype)
    c[:h, :h] = m1 + m4 - m5 + m7
    c[:h, h:] = m3 + m5
    c[h:, :h] = m2 + m4
    c[h:, h:] = m1 - m2 + m3 + m6
    return c


@njit("float32[:,:](float32[:,:], float32[:,:])")
def single(a, b):
    c = np.zeros((a.shape[0], b.shape[1]), dtype=np.float32)
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = float32(0.0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return c


np.random.seed(55)
A = np.random.randint(-5, 6, (32, 32)).astype(np.float64)
B = np.random.randint(-5, 6, (32, 32)).astype(np.float64)
C = A @ B
print(C[:3, :6], C.sum())
print("naive", np.array_equal(naive(A, B), C))
print("parallel", np.array_equal(rows_parallel(A, B), C))
for bs in (5, 8, 32):
    print("blocks of", bs, np.array_equal(blocked(A, B, bs), C))
print("strassen", np.array_equal(strassen(A, B), C))
Ai, Bi = A.astype(np.int64), B.astype(np.int64)
print("integers", np.array_equal(naive(Ai, Bi), Ai @ Bi), naive(Ai, Bi).dtype, strassen(Ai, Bi).dtype)
s = single(A.astype(np.float32), B.astype(np.float32))
print(s.dtype, np.array_equal(s, C))
print("transposed views", np.array_equal(naive(B.T, A.T), C.T), np.array_equal(rows_parallel(A[::2], B), C[::2]))
print("dot, einsum, vdot:", np.dot(A, B)[0, 0], np.einsum("ij,jk->ik", A, B)[0, 0], np.vdot(A, B), np.trace(A.T @ B))
x = np.arange(32.0)
print(np.array_equal(A @ x, (A * x).sum(axis=1)), (x @ A)[:4], x @ x, np.outer(x[:3], x[1:4]))
print(np.round(np.random.rand(2, 3) @ np.random.rand(3, 2), 6))
P = np.eye(4)[[2, 0, 3, 1]]
print(P @ np.arange(4), np.arange(4) @ P, np.linalg.matrix_power(P, 4))
