import math
import numpy as np
from numba import njit


@njit
def tour_length(order, d):
    s = d[order[-1], order[0]]
    for k in range(order.size - 1):
        s += d[order[k], order[k + 1]]
    return s


@njit
def nearest_neighbour(d, start):
    n = d.shape[0]
    used = np.zeros(n, dtype=np.bool_)
    order = np.empty(n, dtype=np.int64)
    order[0] = start
    used[start] = True
    for k in range(1, n):
        best = -1
        for j in range(n):
            if not used[j] and (best < 0 or d[order[k - 1], j] < d[order[k - 1], best]):
                best = j
        order[k] = best
        used[best] = True
    return order


@njit
def two_opt(order, d):
    n = order.size
    moves = 0
    improved = True
    while improved:
        improved = False
        for i in range(n - 1):
            for j in range(i + 2, n):
                if i == 0 and j == n - 1:
                    continue
                a, b = order[i], order[i + 1]
                c, e = order[j], order[(j + 1) % n]
                if d[a, c] + d[b, e] < d[a, b] + d[c, e] - 1e-12:
                    order[i + 1:j + 1] = order[i + 1:j + 1][::-1].copy()
                    moves += 1
                    improved = True
    return moves


@njit
def anneal(order, d, t0, cooling, steps, seed):
    np.random.seed(seed)
    n = order.size
    cur = tour_length(order, d)
    best = cur
    keep = order.copy()
    temp = t0
    for s in range(steps):
        i = np.random.randint(0, n - 1)
        j = np.random.randint(i + 1, n)
        trial = order.copy()
        lo, hi = i, j
        while lo < hi:
            trial[lo], trial[hi] = trial[hi], trial[lo]
            lo += 1
            hi -= 1
        new = tour_length(trial, d)
        if new < cur or np.random.random() < math.exp((cur - new) / temp):
            order, cur = trial, new
            if cur < best:
                best = cur
                keep = order.copy()
        temp *= cooling
    return keep, best


def held_karp(d):
    n = len(d)
    best = {(1 << k | 1, k): d[0, k] for k in range(1, n)}
    for size in range(3, n + 1):
        for mask in range(1, 1 << n, 2):
            if bin(mask).count("1") != size:
                continue
            for k in range(1, n):
                if mask >> k & 1:
                    prev = mask ^ (1 << k)
                    best[(mask, k)] = min(best[(prev, j)] + d[j, k] for j in range(1, n) if prev >> j & 1)
    full = (1 << n) - 1
    return min(best[(full, k)] + d[k, 0] for k in range(1, n))


rs = np.random.RandomState(30)
pts = rs.rand(20, 2) * 100
d = np.sqrt(((pts[:, None] - pts[None]) ** 2).sum(axis=2))
start = np.arange(20)
print("random tour %.4f" % tour_length(start, d))
nn = nearest_neighbour(d, 0)
print("nearest neighbour", nn, "%.4f" % tour_length(nn, d))
opt = nn.copy()
moves = two_opt(opt, d)
print("2-opt moves", moves, "%.4f" % tour_length(opt, d))
best_order, best = anneal(nn.copy(), d, 20.0, 0.999, 8000, 5)
print("annealing %.4f, better than nearest neighbour: %s" % (best, best <= tour_length(nn, d)))
print("a permutation:", np.array_equal(np.sort(best_order), start), abs(tour_length(best_order, d) - best) < 1e-9)
small = d[:8, :8]
exact = held_karp(small)
o = nearest_neighbour(small, 0)
two_opt(o, small)
print("8 towns: exact %.4f, 2-opt %.4f" % (exact, tour_length(o, small)))
starts = np.array([tour_length(nearest_neighbour(d, s), d) for s in range(20)])
print("best start", starts.argmin(), "%.4f" % starts.min(), "worst %.4f" % starts.max())
