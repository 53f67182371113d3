from math import gcd, isqrt
import numpy as np
from numba import njit


@njit
def mulmod(a, b, m):
    """Without 128-bit products: doubles and adds."""
    r = 0
    a %= m
    while b > 0:
        if b & 1:
            r += a
            if r >= m:
                r -= m
        a += a
        if a >= m:
            a -= m
        b >>= 1
    return r


@njit
def powmod(a, e, m):
    r = 1
    a %= m
    while e > 0:
        if e & 1:
            r = mulmod(r, a, m)
        a = mulmod(a, a, m)
        e >>= 1
    return r


@njit
def is_prime(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0:
            return n == p
    d = n - 1
    s = 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = powmod(a, d, n)
        if x == 1 or x == n - 1:
            continue
        for _ in range(s - 1):
            x = mulmod(x, x, n)
            if x == n - 1:
                break
        else:
            return False
    return True


@njit
def egcd(a, b):
    x0, y0, x1, y1 = 1, 0, 0, 1
    while b != 0:
        q = a // b
        a, b = b, a - q * b
        x0, x1 = x1, x0 - q * x1
        y0, y1 = y1, y0 - q * y1
    return a, x0, y0


def pollard_rho(n, c):
    x = y = 2
    d = 1
    while d == 1:
        x = (x * x + c) % n
        y = (y * y + c) % n
        y = (y * y + c) % n
        d = gcd(abs(x - y), n)
    return d


for n in (1, 2, 91, 561, 7919, 104729, 1000000007, 3215031751, 999999999989, 1000000016000000063, 2305843009213693951):
    print(f"{n:>20,d} {'prime' if is_prime(n) else 'composite'}")
print([n for n in range(100, 150) if is_prime(n)])
print("carmichael:", [n for n in range(3, 3000) if not is_prime(n) and n % 2 and all(
    powmod(a, n - 1, n) == 1 for a in range(2, 60) if gcd(a, n) == 1)])

print(powmod(3, 200, 1000007), pow(3, 200, 1000007), powmod(2, 10 ** 15, 10 ** 9 + 7))
g, x, y = egcd(240, 46)
print(g, x, y, 240 * x + 46 * y)
print("inverse of 3 mod 11:", pow(3, -1, 11), egcd(3, 11)[1] % 11)
for n in (8051, 10403, 1234567):
    f = pollard_rho(n, 1)
    print(n, "=", min(f, n // f), "*", max(f, n // f))
mods, rems = (3, 5, 7), (2, 3, 2)
total, N = 0, 105
for m, r in zip(mods, rems):
    k = N // m
    total += r * k * pow(k, -1, m)
print("chinese remainder:", total % N)
print(isqrt(10 ** 12 + 1), isqrt(99), gcd(2 ** 20, 6 ** 8), np.gcd(np.array([12, 18, 27]), 6))
print(np.lcm.reduce(np.arange(1, 11)))
