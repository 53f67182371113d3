import numpy as np

rng = np.random.default_rng(42)
print(rng.random(), rng.random(3))
print(rng.integers(0, 10, 8), rng.integers(5), rng.integers(1, 7, size=(2, 3), endpoint=True))
print(rng.standard_normal(4))
print(rng.normal(10.0, 0.5, (2, 2)))
print(rng.uniform(-1, 1, 3), rng.exponential(2.0, 2))
print(rng.permutation(7), rng.choice(6, 3), rng.choice(6, 6, replace=False))
deck = np.arange(8)
rng.shuffle(deck)
print(deck)
print(rng.choice(["a", "b", "c"], 5, p=[0.6, 0.3, 0.1]))
print(rng.poisson(3.0, 6), rng.binomial(10, 0.5, 5), rng.geometric(0.3, 5))
print(rng.gamma(2.0, 1.5, 3), rng.beta(1.0, 2.0, 2))
print(rng.random(3, dtype=np.float32), rng.integers(0, 255, 4, dtype=np.uint8))
print(rng.standard_exponential(2), rng.chisquare(4, 2), rng.lognormal(0, 1, 2))
print(rng.triangular(0, 1, 2, 2), rng.laplace(0, 1, 2), rng.weibull(2.0, 2))
m = np.arange(12).reshape(4, 3)
print(rng.permutation(m), rng.permuted(m, axis=1))
rng.shuffle(m, axis=1)
print(m)

# same seed, same numbers; different seeds, different numbers
a, b, c = np.random.default_rng(7), np.random.default_rng(7), np.random.default_rng(8)
x, y, z = a.random(5), b.random(5), c.random(5)
print(np.array_equal(x, y), np.array_equal(x, z))


def dice(rng, n):
    return rng.integers(1, 7, n)


rolls = dice(np.random.default_rng(0), 600)
print(np.bincount(rolls)[1:], rolls[:20])
pairs = dice(a, 300) + dice(b, 300)
print(np.bincount(pairs, minlength=13)[2:])

# a random walk, a shuffle test, a birthday simulation
steps = rng.choice(np.array([-1, 1]), size=1000)
path = steps.cumsum()
print(path[-1], path.min(), path.max(), int((path == 0).sum()))
shared = 0
for _ in range(300):
    days = rng.integers(0, 365, 23)
    shared += len(np.unique(days)) < 23
print("shared birthday: %.3f" % (shared / 300))
mc = rng.random((1000, 2))
print("pi ~ %.3f" % (4 * (np.hypot(mc[:, 0], mc[:, 1]) < 1).mean()))
seq = np.random.default_rng([1, 2, 3])
print(seq.integers(0, 100, 5), np.random.default_rng(2 ** 40).random(2))
