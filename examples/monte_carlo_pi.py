"""Pi from random points, with the generator seeded inside and outside compiled code."""
import numpy as np
from numba import njit


@njit
def estimate_pi(n, seed):
    np.random.seed(seed)
    hits = 0
    for _ in range(n):
        x = np.random.random()
        y = np.random.random()
        if x * x + y * y <= 1.0:
            hits += 1
    return 4.0 * hits / n


def estimate_pi_arrays(n, seed):
    rng = np.random.default_rng(seed)
    xy = rng.random((n, 2))
    return 4.0 * np.mean((xy ** 2).sum(axis=1) <= 1.0)


for n in (10, 1000, 100_000):
    print("%7d points: %.6f" % (n, estimate_pi(n, 42)))

guesses = np.array([estimate_pi(2000, s) for s in range(20)])
print("20 runs: lowest %.3f, highest %.3f" % (guesses.min(), guesses.max()))
print("mean %.5f, standard error %.5f" % (guesses.mean(), guesses.std(ddof=1) / np.sqrt(20)))
print("PCG64: %.6f" % estimate_pi_arrays(50_000, 7))

# A quasi-random sequence does better with the same number of points.


@njit
def halton(index, base):
    f, r = 1.0, 0.0
    while index > 0:
        f /= base
        r += f * (index % base)
        index //= base
    return r


inside = sum(1 for i in range(1, 2001) if halton(i, 2) ** 2 + halton(i, 3) ** 2 <= 1.0)
print("Halton, 2000 points: %.4f" % (4 * inside / 2000))
