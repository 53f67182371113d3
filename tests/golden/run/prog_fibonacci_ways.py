import numpy as np
from numba import njit
from functools import lru_cache


@njit
def fib_loop(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@njit
def fib_rec(n):
    return n if n < 2 else fib_rec(n - 1) + fib_rec(n - 2)


@njit
def matmul2(p, q, m):
    r = np.zeros((2, 2), dtype=np.int64)
    for i in range(2):
        for j in range(2):
            for k in range(2):
                r[i, j] = (r[i, j] + p[i, k] * q[k, j]) % m
    return r


@njit
def fib_mod(n, m):
    base = np.array([[1, 1], [1, 0]])
    result = np.eye(2).astype(np.int64)
    while n > 0:
        if n & 1:
            result = matmul2(result, base, m)
        base = matmul2(base, base, m)
        n >>= 1
    return result[0, 1]


def fib_memo(n, memo={0: 0, 1: 1}):
    if n not in memo:
        memo[n] = fib_memo(n - 1) + fib_memo(n - 2)
    return memo[n]


@lru_cache(maxsize=None)
def tribonacci(n):
    return (0, 0, 1)[n] if n < 3 else tribonacci(n - 1) + tribonacci(n - 2) + tribonacci(n - 3)


def pisano(m):
    a, b = 0, 1
    for k in range(1, 6 * m + 1):
        a, b = b, (a + b) % m
        if (a, b) == (0, 1):
            return k
    return 0


def zeckendorf(n):
    parts = []
    while n:
        k = 2
        while fib_loop(k + 1) <= n:
            k += 1
        parts.append(fib_loop(k))
        n -= parts[-1]
    return parts


print([fib_loop(n) for n in range(16)])
print(fib_loop(90), fib_rec(20), fib_memo(60))
print([fib_mod(n, 1000) for n in (10, 100, 1000, 10 ** 6, 10 ** 12)])
print("last digits agree:", all(fib_mod(n, 10 ** 6) == fib_loop(n) % 10 ** 6 for n in range(0, 90, 7)))
print([tribonacci(n) for n in range(12)])
print({m: pisano(m) for m in (2, 3, 5, 8, 10, 100)})
for n in (1, 4, 100, 1000):
    print(n, "=", " + ".join(str(p) for p in zeckendorf(n)))
F = np.array([[1, 1], [1, 0]])
print(np.linalg.matrix_power(F, 10))
values = np.linalg.eigvals(F.astype(float))
print("golden ratio %.6f" % values.real.max(), "ratio %.6f" % (fib_loop(40) / fib_loop(39)))
binet = np.round(((1 + 5 ** 0.5) / 2) ** np.arange(12) / 5 ** 0.5).astype(int)
print(binet)
f = np.ones(10, dtype=np.int64)
for k in range(2, f.size):
    f[k] = f[k - 1] + f[k - 2]
print(f, f.cumsum(), "identity:", np.array_equal(f.cumsum()[:8], f[2:] - 1))
