import numpy as np
from numba import njit


@njit
def seed_and_draw(s, n):
    np.random.seed(s)
    out = np.empty(n)
    for i in range(n):
        out[i] = np.random.random()
    return out


@njit
def many(s):
    np.random.seed(s)
    return (
        np.random.rand(), np.random.randn(), np.random.randint(0, 100), np.random.uniform(2, 3),
        np.random.normal(10, 2), np.random.exponential(1.5)
    )


@njit
def arrays(s):
    np.random.seed(s)
    return (
        np.random.rand(3), np.random.randn(2), np.random.randint(0, 10, 5), np.random.normal(0, 1, 2),
        np.random.uniform(0, 1, 2)
    )


@njit
def shuffled(s, n):
    np.random.seed(s)
    a = np.arange(n)
    np.random.shuffle(a)
    return a, np.random.permutation(n), np.random.choice(a, 3)


@njit
def with_generator(rng, n):
    s = 0.0
    for _ in range(n):
        s += rng.random()
    return s, rng.normal(), rng.integers(0, 10)


@njit
def dice(s, n):
    np.random.seed(s)
    counts = np.zeros(6, dtype=np.int64)
    for _ in range(n):
        counts[np.random.randint(0, 6)] += 1
    return counts


np.random.seed(5)
expected = np.random.random(4)
print(seed_and_draw(5, 4), np.array_equal(seed_and_draw(5, 4), expected))
print([round(float(v), 9) for v in many(1)])
for v in arrays(2):
    print(v)
print(shuffled(3, 6), dice(4, 600))
rng = np.random.default_rng(9)
s, z, k = with_generator(rng, 10)
print("%.9f %.9f %d" % (s, z, k), "%.9f" % rng.random())
