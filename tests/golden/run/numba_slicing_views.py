import numpy as np
from numba import njit


@njit
def slices(a):
    return a[2:5], a[::-1], a[::2], a[-3:], a[:-2], a[1:-1:2], a[5:2:-1], a[10:20].size


@njit
def write(a):
    a[1:3] = 50
    a[::4] = a[::4] * 2
    v = a[3:6]
    v[0] = -1
    v += 100
    a[-1] = a[0] + a[1]
    return v.sum()


@njit
def matrix(m):
    row = m[1]
    row[0] = -5
    m[:, 2] = np.arange(m.shape[0])
    m[0, 1:] += 10
    m[2:, :2] = 0
    return m[1, -1], m[:, 1].copy(), m[::2, ::-1].copy(), m.T[2].sum()


@njit
def fancy(a, idx):
    b = a[idx]
    mask = a > 3
    c = a[mask]
    a[mask] = 0
    return b, c, a.sum()


@njit
def dims(t):
    n, m, k = t.shape
    s = 0
    for i in range(n):
        for j in range(m):
            for q in range(k):
                s += t[i, j, q] * (i + 1)
    return s, t[0].shape, t[:, 1].shape, t[..., 0].sum(), t[1, 1, 1]


@njit
def iterate(m):
    s = 0
    for row in m:
        for v in row:
            s = s * 2 + v
    for (i, j), v in np.ndenumerate(m):
        s += i * v - j
    for v in m.flat:
        s += v
    return s


@njit
def reverse_inplace(a):
    i, j = 0, len(a) - 1
    while i < j:
        a[i], a[j] = a[j], a[i]
        i += 1
        j -= 1


@njit
def broadcasting(a, b):
    return a[:, None] * b[None, :], a.reshape(-1, 1) + b, (a + 1)[1:] - b[:1]


a = np.arange(8)
for v in slices(a):
    print(v, end=" ")
print(write(a), a)
m = np.arange(12).reshape(4, 3)
print(matrix(m), m, sep="\n")
print(fancy(np.arange(6), np.array([5, 0, 0])), dims(np.arange(24).reshape(2, 3, 4)))
print(iterate(np.arange(4).reshape(2, 2)))
b = np.arange(5)
reverse_inplace(b)
reverse_inplace(b[1:4])
print(b, broadcasting(np.arange(3), np.arange(2)))
print(slices(np.arange(16)[::2])[1], dims(np.arange(24).reshape(4, 3, 2).T)[0], iterate(np.arange(4).reshape(2, 2).T))
