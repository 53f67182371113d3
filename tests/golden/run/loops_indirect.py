"""Subscripts taken from arrays: gather, scatter, duplicates, permutations."""
import numpy as np

n = 20_000
perm = (np.arange(n) * 7919) % n
dup = np.arange(n) * 7919 % 500
x = np.arange(n)

gather = np.zeros(n, dtype=np.int64)
for i in range(n):
    gather[i] = x[perm[i]] * 2
print("gather", gather[:5], np.array_equal(gather, x[perm] * 2))

scatter = np.zeros(n, dtype=np.int64)
for i in range(n):
    scatter[perm[i]] = i
print("permutation", scatter[:5], np.array_equal(scatter[perm], x))

last = np.full(500, -1)
for i in range(n):
    last[dup[i]] = i
print("last write wins", last[:5], last.min(), last.max())

count = np.zeros(500, dtype=np.int64)
weight = np.zeros(500)
for i in range(n):
    count[dup[i]] += 1
    weight[dup[i]] += i * 0.5
print("scatter add", count.min(), count.max(), weight[:3], weight.sum())

b = np.zeros(500, dtype=np.int64)
b[dup] += 1
print("fancy add counts once", b.sum(), np.bincount(dup, minlength=500).sum())

first = np.full(500, -1)
for i in range(n):
    if first[dup[i]] < 0:
        first[dup[i]] = i
print("first write wins", first[:5], first.max())

nxt = (np.arange(n) * 3 + 1) % n
at, steps = 0, 0
seen = np.zeros(n, dtype=bool)
while not seen[at]:
    seen[at] = True
    at = nxt[at]
    steps += 1
print("pointer chase", at, steps)

best = np.zeros(500, dtype=np.int64)
for i in range(n):
    best[dup[i]] = max(best[dup[i]], perm[i])
print("scatter maximum", best[:4], int(best.sum()))

u = np.arange(n)
for i in range(n):
    u[perm[i]] = u[i]
print("read and write", u[:6], int(u.sum()))

sparse = np.zeros(n)
rows = np.array([5, 100, 19_999])
sparse[rows] = [1.0, 2.0, 3.0]
print(sparse.sum(), np.flatnonzero(sparse), [float(sparse[r]) for r in rows])
