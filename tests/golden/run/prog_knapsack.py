import numpy as np
from numba import njit


@njit
def knapsack(weights, values, capacity):
    n = weights.size
    best = np.zeros((n + 1, capacity + 1), dtype=np.int64)
    for i in range(1, n + 1):
        for c in range(capacity + 1):
            best[i, c] = best[i - 1, c]
            if weights[i - 1] <= c:
                take = best[i - 1, c - weights[i - 1]] + values[i - 1]
                if take > best[i, c]:
                    best[i, c] = take
    return best


@njit
def chosen(best, weights):
    c = best.shape[1] - 1
    picked = np.zeros(weights.size, dtype=np.bool_)
    for i in range(weights.size, 0, -1):
        if best[i, c] != best[i - 1, c]:
            picked[i - 1] = True
            c -= weights[i - 1]
    return picked


@njit
def unbounded(weights, values, capacity):
    best = np.zeros(capacity + 1, dtype=np.int64)
    item = np.full(capacity + 1, -1)
    for c in range(1, capacity + 1):
        for i in range(weights.size):
            if weights[i] <= c and best[c - weights[i]] + values[i] > best[c]:
                best[c] = best[c - weights[i]] + values[i]
                item[c] = i
    return best, item


def brute_force(weights, values, capacity):
    n = len(weights)
    best, best_mask = 0, 0
    for mask in range(1 << n):
        w = v = 0
        for i in range(n):
            if mask >> i & 1:
                w += weights[i]
                v += values[i]
        if w <= capacity and v > best:
            best, best_mask = v, mask
    return best, best_mask


names = ["tent", "stove", "rope", "lamp", "camera", "map", "food"]
weights = np.array([7, 4, 3, 2, 5, 1, 6])
values = np.array([20, 9, 7, 6, 14, 5, 18])
table = knapsack(weights, values, 15)
print(table)
take = chosen(table, weights)
print("take", [n for n, t in zip(names, take) if t], "weight", weights[take].sum(), "value", values[take].sum())
b, mask = brute_force(weights.tolist(), values.tolist(), 15)
print("brute force:", b, format(mask, "07b"), b == table[-1, -1])

best, item = unbounded(weights, values, 20)
print(best)
c, used = 20, {}
while c > 0 and item[c] >= 0:
    name = names[item[c]]
    used[name] = used.get(name, 0) + 1
    c -= weights[item[c]]
print(used, "left over", c)

# the fractional relaxation is an upper bound
order = np.argsort(-values / weights, kind="stable")
room, bound = 15.0, 0.0
for i in order:
    part = min(1.0, room / weights[i])
    bound += part * values[i]
    room -= part * weights[i]
    if room <= 0:
        break
print("fractional bound %.4f >= %d" % (bound, table[-1, -1]))
