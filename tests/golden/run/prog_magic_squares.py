import numpy as np
from numba import njit


@njit
def odd_square(n):
    m = np.zeros((n, n), dtype=np.int64)
    r, c = 0, n // 2
    for k in range(1, n * n + 1):
        m[r, c] = k
        rr, cc = (r - 1) % n, (c + 1) % n
        if m[rr, cc]:
            r = (r + 1) % n
        else:
            r, c = rr, cc
    return m


def doubly_even(n):
    m = np.arange(1, n * n + 1).reshape(n, n)
    i, j = np.indices((n, n))
    keep = (i % 4 == j % 4) | ((i % 4 + j % 4) == 3)
    return np.where(keep, n * n + 1 - m, m)


def singly_even(n):
    q = n // 2
    a = odd_square(q)
    m = np.block([[a, a + 2 * q * q], [a + 3 * q * q, a + q * q]])
    k = (n - 2) // 4
    for r in range(q):
        cols = list(range(k)) + list(range(n - k + 1, n))
        if r == q // 2:
            cols = [c + 1 if c < k else c for c in cols]
        for c in cols:
            m[r, c], m[r + q, c] = m[r + q, c], m[r, c]
    return m


@njit
def is_magic(m):
    n = m.shape[0]
    goal = n * (n * n + 1) // 2
    for i in range(n):
        if m[i].sum() != goal or m[:, i].sum() != goal:
            return False
    d = e = 0
    for i in range(n):
        d += m[i, i]
        e += m[i, n - 1 - i]
    return d == goal and e == goal


@njit
def count_three():
    """All 3 x 3 magic squares by brute force over permutations."""
    found = 0
    used = np.zeros(10, dtype=np.bool_)
    p = np.zeros(9, dtype=np.int64)
    k = 0
    while k >= 0:
        if p[k] > 0:
            used[p[k]] = False
        v = p[k] + 1
        while v < 10 and used[v]:
            v += 1
        if v == 10:
            p[k] = 0
            k -= 1
            continue
        p[k] = v
        used[v] = True
        if k == 2 and p[0] + p[1] + p[2] != 15:
            continue
        if k == 5 and p[3] + p[4] + p[5] != 15:
            continue
        if k == 8:
            if is_magic(p.reshape(3, 3)):
                found += 1
        else:
            k += 1
            p[k] = 0
    return found


for n in (3, 5):
    print(odd_square(n))
print(doubly_even(4))
print(singly_even(6))
for n in range(3, 13):
    m = odd_square(n) if n % 2 else doubly_even(n) if n % 4 == 0 else singly_even(n)
    print(n, is_magic(m), m.sum(axis=0)[0], np.array_equal(np.sort(m.ravel()), np.arange(1, n * n + 1)))
print("3 x 3 squares:", count_three())
durer = np.array([[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]])
print(is_magic(durer), durer[1:3, 1:3].sum(), durer[::3, ::3].sum(), np.trace(durer), np.trace(durer[:, ::-1]))
durer[0, 0] = 17
print(is_magic(durer), np.rot90(odd_square(3)), np.array_equal(np.rot90(odd_square(3), 4), odd_square(3)))
