"""Loops that draw random numbers keep their order, whatever else they do."""
import numpy as np
import random

n = 5000
np.random.seed(77)
x = np.zeros(n)
for i in range(n):
    x[i] = np.random.random()
np.random.seed(77)
print("same as one call:", np.array_equal(x, np.random.random(n)), x[:3], x[-1])

rng = np.random.default_rng(5)
y = np.zeros(n)
accepted = 0
for i in range(n):
    u = rng.random()
    if u < 0.25:
        y[i] = rng.normal()
        accepted += 1
    else:
        y[i] = -u
print("conditional draws", accepted, y[:4], "%.9f" % y.sum())

rs = np.random.RandomState(9)
walk = np.zeros(n, dtype=np.int64)
for i in range(1, n):
    walk[i] = walk[i - 1] + (1 if rs.randint(2) else -1)
print("walk", walk[-1], walk.min(), walk.max())

random.seed(3)
total = 0
for i in range(n):
    total += random.randint(1, 6)
print("dice", total, random.random())

m = np.zeros((40, 50))
for i in range(40):
    for j in range(50):
        m[i, j] = rng.uniform(i, i + 1)
print("nested", np.array_equal(np.floor(m), np.arange(40.0)[:, None] * np.ones(50)), "%.9f" % m[-1, -1])

perm = np.arange(n)
for i in range(n - 1, 0, -1):
    j = rng.integers(0, i + 1)
    perm[i], perm[j] = perm[j], perm[i]
print("shuffle", perm[:6], np.array_equal(np.sort(perm), np.arange(n)))
