import numpy as np
import numba as nb


@nb.njit
def sieve(n):
    flags = np.ones(n + 1, dtype=nb.boolean)
    flags[0] = flags[1] = False
    i = 2
    while i * i <= n:
        if flags[i]:
            flags[i * i::i] = False
        i += 1
    return flags


@nb.njit
def goldbach(n, flags):
    """All ways to write the even number n as a sum of two primes."""
    pairs = []
    for p in range(2, n // 2 + 1):
        if flags[p] and flags[n - p]:
            pairs.append((p, n - p))
    return pairs


@nb.njit(parallel=True)
def goldbach_counts(limit, flags):
    counts = np.zeros(limit // 2 + 1, dtype=np.int64)
    for k in nb.prange(2, limit // 2 + 1):
        c = 0
        for p in range(2, k + 1):
            if flags[p] and flags[2 * k - p]:
                c += 1
        counts[k] = c
    return counts


@nb.njit
def totients(n):
    phi = np.arange(n + 1)
    for p in range(2, n + 1):
        if phi[p] == p:
            for m in range(p, n + 1, p):
                phi[m] -= phi[m] // p
    return phi


flags = sieve(1000)
primes = np.nonzero(flags)[0]
print(primes[:20], primes.size)
for n in (4, 28, 100):
    print(n, goldbach(n, flags))

counts = goldbach_counts(1000, flags)
print(counts[:30])
print("hardest numbers:", [int(2 * k) for k in range(2, 501) if counts[k] == 1])
print("most ways:", 2 * int(counts.argmax()), "has", counts.max())
phi = totients(60)
print(phi[1:])
print("sum over divisors:", sum(int(phi[d]) for d in range(1, 61) if 60 % d == 0))
perfect = [n for n in range(2, 500) if sum(d for d in range(1, n) if n % d == 0) == n]
print("perfect:", perfect)
pythag = [(a, b, c) for a in range(1, 20) for b in range(a, 20) for c in range(b, 26) if a * a + b * b == c * c]
print(pythag)
assert flags[997] and not flags[999]
print(np.where(flags[:30], np.arange(30), -1))
