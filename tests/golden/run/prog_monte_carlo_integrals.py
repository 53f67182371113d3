import math
import numpy as np
from numba import njit, prange


@njit
def uniform_integral(f, a, b, n, seed):
    np.random.seed(seed)
    total = 0.0
    total2 = 0.0
    for _ in range(n):
        v = f(a + (b - a) * np.random.random())
        total += v
        total2 += v * v
    mean = total / n
    var = total2 / n - mean * mean
    return (b - a) * mean, (b - a) * math.sqrt(var / n)


@njit
def gauss(x):
    return math.exp(-x * x)


@njit
def bump(x):
    return 1.0 / (1.0 + 25.0 * x * x)


@njit
def ball_volume(dim, n, seed):
    np.random.seed(seed)
    hits = 0
    for _ in range(n):
        r2 = 0.0
        for _d in range(dim):
            u = np.random.uniform(-1.0, 1.0)
            r2 += u * u
        hits += r2 <= 1.0
    return 2.0 ** dim * hits / n


@njit(parallel=True)
def stratified(n):
    """A regular sample: no randomness, so any number of threads gives the same."""
    inside = 0
    for i in prange(n):
        for j in range(n):
            x = (i + 0.5) / n
            y = (j + 0.5) / n
            if x * x + y * y < 1.0:
                inside += 1
    return 4.0 * inside / (n * n)


for f, a, b, exact, name in (
    (gauss, 0.0, 1.0, 0.7468241328, "gauss"),
    (bump, -1.0, 1.0, 2 * math.atan(5.0) / 5, "bump"),
):
    for n in (100, 10000):
        value, error = uniform_integral(f, a, b, n, 17)
        print(f"{name:>6} n={n:<6d} {value:.6f} +- {error:.6f}  {abs(value - exact) < 4 * error}")

for dim in range(2, 7):
    exact = math.pi ** (dim / 2) / math.gamma(dim / 2 + 1)
    print("dimension %d: volume %.4f exact %.4f" % (dim, ball_volume(dim, 20000, dim), exact))

print("stratified pi: %.6f" % stratified(400))

# Buffon's needle with arrays
rs = np.random.RandomState(99)
centre = rs.uniform(0.0, 0.5, 20000)
angle = rs.uniform(0.0, np.pi / 2, 20000)
hit = centre <= 0.5 * np.sin(angle)
print("Buffon: %.5f" % (2.0 / hit.mean()))

# importance sampling of the tail of a normal law
x = 4.0 + rs.exponential(0.25, 5000)
w = np.exp(-x * x / 2) / np.sqrt(2 * np.pi) / (4.0 * np.exp(-4.0 * (x - 4.0)))
print("P(Z > 4) = %.4e, exact %.4e" % (w.mean(), 0.5 * math.erfc(4 / math.sqrt(2))))
