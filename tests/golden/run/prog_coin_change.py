import numpy as np
from numba import njit


@njit
def ways(coins, amount):
    table = np.zeros(amount + 1, dtype=np.int64)
    table[0] = 1
    for c in coins:
        for a in range(c, amount + 1):
            table[a] += table[a - c]
    return table


@njit
def fewest(coins, amount):
    INF = amount + 1
    best = [INF] * (amount + 1)
    last = [-1] * (amount + 1)
    best[0] = 0
    for a in range(1, amount + 1):
        for c in coins:
            if c <= a and best[a - c] + 1 < best[a]:
                best[a] = best[a - c] + 1
                last[a] = c
    if best[amount] == INF:
        return -1, [0 for _ in range(0)]
    picked = [0 for _ in range(0)]
    a = amount
    while a > 0:
        picked.append(last[a])
        a -= last[a]
    return best[amount], picked


def greedy(coins, amount):
    out = []
    for c in sorted(coins, reverse=True):
        k, amount = divmod(amount, c)
        out += [c] * k
    return out if amount == 0 else None


@njit
def subset_sum(values, target):
    reach = np.zeros(target + 1, dtype=np.bool_)
    reach[0] = True
    for v in values:
        for t in range(target, v - 1, -1):
            if reach[t - v]:
                reach[t] = True
    return reach


@njit
def partitions(n):
    p = np.zeros(n + 1, dtype=np.uint64)
    p[0] = 1
    for k in range(1, n + 1):
        for m in range(k, n + 1):
            p[m] += p[m - k]
    return p


pence = np.array([1, 2, 5, 10, 20, 50, 100, 200])
table = ways(pence, 200)
print(table[[1, 2, 5, 10, 20, 50, 100, 200]])
for coins, amount in (([1, 3, 4], 6), ([1, 5, 10, 25], 67), ([5, 10], 3), ([7, 11], 40)):
    n, picked = fewest(np.array(coins), amount)
    g = greedy(coins, amount)
    print(coins, amount, "->", n, sorted(picked), "greedy", "fails" if g is None else len(g))

values = np.array([3, 34, 4, 12, 5, 2])
reach = subset_sum(values, 30)
print("reachable:", np.flatnonzero(reach))
half = int(values.sum()) // 2
best = np.flatnonzero(subset_sum(values, half)).max()
print("fairest split:", best, int(values.sum()) - int(best))
p = partitions(100)
print(p[:12], p[100], p.dtype)

board = np.zeros((6, 6), dtype=int)
board[0] = board[:, 0] = 1
for i in range(1, 6):
    for j in range(1, 6):
        board[i, j] = board[i - 1, j] + board[i, j - 1]
print(board)
catalan = [1]
for n in range(10):
    catalan.append(sum(catalan[i] * catalan[n - i] for i in range(n + 1)))
print(catalan)
