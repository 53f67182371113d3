import numpy as np
from numba import njit, uint32, uint64

MASK = 0xFFFFFFFF


@njit
def lcg(seed, n):
    """Numerical Recipes constants, modulo 2**32."""
    out = np.empty(n, dtype=np.uint32)
    state = seed
    for i in range(n):
        state = (1664525 * state + 1013904223) & 0xFFFFFFFF
        out[i] = state
    return out


@njit(uint64[:](uint64, uint64))
def splitmix64(seed, n):
    out = np.empty(n, dtype=np.uint64)
    for i in range(n):
        seed += uint64(0x9E3779B97F4A7C15)
        z = seed
        z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
        out[i] = z ^ (z >> uint64(31))
    return out


@njit
def xorshift32(seed, n):
    x = uint32(seed)
    out = np.zeros(n, dtype=np.uint32)
    for i in range(n):
        x = uint32(x ^ (x << uint32(13)))
        x = uint32(x ^ (x >> uint32(17)))
        x = uint32(x ^ (x << uint32(5)))
        out[i] = x
    return out


@njit
def middle_square(seed, n):
    seen = [seed]
    for _ in range(n):
        seed = (seed * seed // 100) % 10000
        seen.append(seed)
    return seen


def period(a, c, m, x):
    start = x
    k = 0
    while True:
        x = (a * x + c) % m
        k += 1
        if x == start:
            return k


def fnv1a(text):
    h = 2166136261
    for byte in text.encode():
        h = ((h ^ byte) * 16777619) & MASK
    return h


print(lcg(1, 8))
print(splitmix64(0, 4))
print(xorshift32(2463534242, 6))
print(middle_square(1234, 12))
for a, c in ((5, 3), (6, 3), (13, 5), (1, 7)):
    if a % 2 == 0:
        print(a, c, "is not a bijection")
        continue
    print(a, c, "period", period(a, c, 64, 1))

u = lcg(12345, 5000) / 2.0 ** 32
print(u[:4], "mean %.5f variance %.5f" % (u.mean(), u.var()))
counts = np.histogram(u, bins=10, range=(0.0, 1.0))[0]
chi2 = ((counts - 500) ** 2 / 500).sum()
print(counts, "chi2 %.3f" % chi2)
low = lcg(1, 12) & 7
print("low bits:", low, "dtype", low.dtype)
r = xorshift32(1, 2000)
print("bit frequencies:", np.array([((r >> np.uint32(b)) & np.uint32(1)).mean().round(2) for b in range(0, 32, 8)]))
for word in ("", "a", "foobar", "npjit"):
    print(f"{word!r:>10} {fnv1a(word):08x}")
w = splitmix64(42, 3)
print([hex(int(v)) for v in w], w.dtype)
print(w >> np.uint64(60), (w & np.uint64(0xFF)).astype(np.uint8))
