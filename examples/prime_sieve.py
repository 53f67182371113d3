"""Primes up to a limit by three sieves, and a few questions about them."""
import numpy as np
from numba import njit


def sieve_arrays(limit):
    is_prime = np.ones(limit + 1, dtype=bool)
    is_prime[:2] = False
    for p in range(2, int(limit ** 0.5) + 1):
        if is_prime[p]:
            is_prime[p * p::p] = False
    return np.flatnonzero(is_prime)


@njit
def sieve_smallest_factor(limit):
    """least[k] is the smallest prime factor of k."""
    least = np.zeros(limit + 1, dtype=np.int32)
    for k in range(2, limit + 1):
        if least[k] == 0:
            for multiple in range(k, limit + 1, k):
                if least[multiple] == 0:
                    least[multiple] = k
    return least


def factorise(k, least):
    factors = []
    while k > 1:
        p = int(least[k])
        factors.append(p)
        k //= p
    return factors


primes = sieve_arrays(100_000)
print(primes)
print("count", primes.size, "sum", primes.sum(), "largest", primes[-1])

least = sieve_smallest_factor(100_000)
same = np.flatnonzero(least[2:] == np.arange(2, 100_001)) + 2
print("both sieves agree:", np.array_equal(primes, same))
for k in (84, 97, 1001, 65536, 99_998):
    print(k, "=", " * ".join(str(p) for p in factorise(k, least)))

gaps = np.diff(primes)
at = gaps.argmax()
print("longest gap: %d between %d and %d" % (gaps[at], primes[at], primes[at + 1]))
print("twin primes:", int((gaps == 2).sum()))
values, counts = np.unique(primes[primes > 5] % 10, return_counts=True)
print("last digits:", dict(zip(values.tolist(), counts.tolist())))
