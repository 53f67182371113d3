import numpy as np
from numba import njit, int64, float64


@njit
def find(parent, x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


@njit
def union(parent, rank, a, b):
    a, b = find(parent, a), find(parent, b)
    if a == b:
        return False
    if rank[a] < rank[b]:
        a, b = b, a
    parent[b] = a
    if rank[a] == rank[b]:
        rank[a] += 1
    return True


@njit
def kruskal(n, u, v, w):
    parent = np.arange(n)
    rank = np.zeros(n, dtype=int64)
    chosen = np.empty(n - 1, dtype=int64)
    total = 0.0
    k = 0
    for e in np.argsort(w):
        if union(parent, rank, u[e], v[e]):
            chosen[k] = e
            total += w[e]
            k += 1
            if k == n - 1:
                break
    return chosen[:k], total


@njit(float64(float64[:, :]))
def prim(d):
    n = d.shape[0]
    inside = np.zeros(n, dtype=np.bool_)
    near = np.full(n, np.inf)
    near[0] = 0.0
    total = 0.0
    for _ in range(n):
        best = -1
        for i in range(n):
            if not inside[i] and (best < 0 or near[i] < near[best]):
                best = i
        inside[best] = True
        total += near[best]
        for i in range(n):
            if not inside[i] and d[best, i] < near[i]:
                near[i] = d[best, i]
    return total


rng = np.random.default_rng(2)
pts = rng.integers(0, 100, (9, 2))
print(pts.T)
diff = pts[:, None, :] - pts[None, :, :]
d = np.sqrt((diff ** 2).sum(axis=-1))
u, v = np.triu_indices(9, k=1)
w = d[u, v]
print("edges", u.size, "shortest %.4f longest %.4f" % (w.min(), w.max()))
tree, total = kruskal(9, u, v, w)
for e in tree:
    print("  %d-%d %.3f" % (u[e], v[e], w[e]))
print("kruskal %.6f prim %.6f same %s" % (total, prim(d), np.isclose(total, prim(d))))
degree = np.bincount(np.concatenate((u[tree], v[tree])), minlength=9)
print("degrees", degree, "leaves", np.flatnonzero(degree == 1))

# connected components of a sparse random graph
n = 30
a = rng.integers(0, n, 22)
b = rng.integers(0, n, 22)
parent, rank = np.arange(n), np.zeros(n, dtype=np.int64)
joins = 0
for x, y in zip(a, b):
    joins += union(parent, rank, x, y)
roots = np.array([find(parent, i) for i in range(n)])
names, sizes = np.unique(roots, return_counts=True)
print("joins", joins, "components", len(names), "check", n - joins)
print("sizes", np.sort(sizes)[::-1])
print("deepest rank", rank.max())
