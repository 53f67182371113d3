"""Nests of loops: interchange, triangular bounds, imperfect nests, many small ones."""
import numpy as np

n = 60
a = np.arange(n * n).reshape(n, n) % 17
b = np.arange(n * n).reshape(n, n) % 13

c = np.zeros((n, n), dtype=np.int64)
for i in range(n):
    for j in range(n):
        for k in range(0, n, 2):
            c[i, j] += a[i, k] * b[k, j]
print("product of the even part", c[0, :4], np.array_equal(c, a[:, ::2] @ b[::2]))

t = np.zeros((n, n), dtype=np.int64)
for j in range(n):
    for i in range(n):
        t[i, j] = a[j, i] * 2 + i
print("column order", np.array_equal(t, 2 * a.T + np.arange(n)[:, None]))

w = np.zeros((n, n), dtype=np.int64)
w[0] = 1
w[:, 0] = 1
for i in range(1, n):
    for j in range(1, n):
        w[i, j] = (w[i - 1, j] + w[i, j - 1]) % 10_007
print("wavefront", w[5, :6], w[-1, -1])

low = np.zeros((n, n), dtype=np.int64)
for i in range(n):
    for j in range(i):
        low[i, j] = i - j
print("triangle", low.sum(), np.count_nonzero(low))
print(np.array_equal(low, np.tril(np.subtract.outer(np.arange(n), np.arange(n)), -1)))

s = np.zeros(n, dtype=np.int64)
for i in range(n):
    acc = 0
    for j in range(n):
        acc += a[i, j]
    s[i] = acc
    for j in range(i, n):
        s[i] -= b[i, j]
print("imperfect", s[:5], s.sum())

v = np.zeros((n, n, 3))
for i in range(n):
    for j in range(n):
        for k in range(3):
            v[i, j, k] = (i + 1) * (k + 1) - j
print("three deep", v[1, 2], v.sum(), v[:, :, 0].max())

d = np.full((n, n), 10_000)
for i in range(n):
    d[i, i] = 0
    d[i, (i + 1) % n] = 3
    d[i, (i * 7) % n] = min(11, d[i, (i * 7) % n])
for k in range(n):
    for i in range(n):
        for j in range(n):
            if d[i, k] + d[k, j] < d[i, j]:
                d[i, j] = d[i, k] + d[k, j]
print("shortest paths", d[0, :8], d.max(), d.sum())

g = np.zeros((n, n), dtype=np.int64)
for step in range(3):
    h = g.copy()
    for i in range(1, n - 1):
        for j in range(1, n - 1):
            g[i, j] = (h[i - 1, j] + h[i + 1, j] + h[i, j - 1] + h[i, j + 1] + a[i, j]) % 101
print("jacobi", g[1, 1:6], g.sum())
print("counts", sum(1 for i in range(n) for j in range(i, n) if a[i, j] == b[j, i]), sum(a[i, i] for i in range(n)))
