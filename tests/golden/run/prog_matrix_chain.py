import numpy as np
from numba import njit


@njit
def matrix_chain(dims):
    n = dims.size - 1
    cost = np.zeros((n, n), dtype=np.int64)
    split = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            cost[i, j] = 9223372036854775807
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + dims[i] * dims[k + 1] * dims[j + 1]
                if c < cost[i, j]:
                    cost[i, j] = c
                    split[i, j] = k
    return cost, split


def brackets(split, i, j):
    if i == j:
        return "ABCDEFGH"[i]
    k = int(split[i, j])
    return "(" + brackets(split, i, k) + brackets(split, k + 1, j) + ")"


@njit
def optimal_bst(freq):
    n = freq.size
    total = np.zeros((n + 1, n + 1))
    cost = np.zeros((n + 1, n + 1))
    root = np.full((n, n), -1)
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            total[i, j] = total[i, j - 1] + freq[j - 1]
            best = np.inf
            for r in range(i, j):
                c = cost[i, r] + cost[r + 1, j]
                if c < best:
                    best = c
                    root[i, j - 1] = r
            cost[i, j] = best + total[i, j]
    return cost[0, n], root


@njit
def burst(nums):
    """The balloon game: bursting k pays left * k * right."""
    n = len(nums)
    a = np.ones(n + 2, dtype=np.int64)
    a[1:-1] = nums
    dp = np.zeros((n + 2, n + 2), dtype=np.int64)
    for gap in range(2, n + 2):
        for left in range(n + 2 - gap):
            right = left + gap
            for k in range(left + 1, right):
                dp[left, right] = max(dp[left, right], a[left] * a[k] * a[right] + dp[left, k] + dp[k, right])
    return dp[0, n + 1]


dims = np.array([30, 35, 15, 5, 10, 20, 25])
cost, split = matrix_chain(dims)
print(cost)
print(split)
print("best order", brackets(split, 0, 5), "with", cost[0, 5], "multiplications")
naive = sum(int(dims[0] * dims[k] * dims[k + 1]) for k in range(1, 6))
print("left to right:", naive, "ratio %.3f" % (naive / cost[0, 5]))

mats = [np.arange(a * b).reshape(a, b) % 3 for a, b in zip(dims[:-1], dims[1:])]
left = mats[0]
for m in mats[1:]:
    left = left @ m
other = (mats[0] @ (mats[1] @ mats[2])) @ ((mats[3] @ mats[4]) @ mats[5])
print("same product:", np.array_equal(left, other), left.shape, left.sum())

best, root = optimal_bst(np.array([0.15, 0.10, 0.05, 0.10, 0.20, 0.4]))
print("search tree cost %.4f" % best)
print(root)
print("balloons", burst(np.array([3, 1, 5, 8])), burst(np.array([1, 5])))
