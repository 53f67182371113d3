import heapq
import numpy as np
from numba import njit


def merge(intervals):
    out = []
    for lo, hi in sorted(intervals):
        if out and lo <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], hi))
        else:
            out.append((lo, hi))
    return out


def rooms(intervals):
    ends = []
    most = 0
    for lo, hi in sorted(intervals):
        while ends and ends[0] <= lo:
            heapq.heappop(ends)
        heapq.heappush(ends, hi)
        most = max(most, len(ends))
    return most


def most_compatible(intervals):
    chosen, end = [], -1
    for lo, hi in sorted(intervals, key=lambda iv: (iv[1], iv[0])):
        if lo >= end:
            chosen.append((lo, hi))
            end = hi
    return chosen


@njit
def weighted(start, end, value):
    """Jobs sorted by end; p[j] is the last job that ends before j starts."""
    n = start.size
    best = np.zeros(n + 1)
    for j in range(1, n + 1):
        k = np.searchsorted(end, start[j - 1], side="right")
        best[j] = max(best[j - 1], best[k] + value[j - 1])
    return best


@njit
def sweep(start, end):
    """How many intervals cover each point of time."""
    t = np.zeros(end.max() + 1, dtype=np.int64)
    for i in range(start.size):
        t[start[i]] += 1
        t[end[i]] -= 1
    return np.cumsum(t)


@njit
def first_fit(sizes, capacity):
    bins = np.zeros(sizes.size)
    used = 0
    where = np.empty(sizes.size, dtype=np.int64)
    for i in range(sizes.size):
        for b in range(used + 1):
            if bins[b] + sizes[i] <= capacity:
                bins[b] += sizes[i]
                where[i] = b
                used = max(used, b + 1)
                break
    return where, bins[:used]


@njit
def best_trade(prices):
    low = prices[0]
    gain = 0.0
    for p in prices:
        gain = max(gain, p - low)
        low = min(low, p)
    many = 0.0
    for i in range(1, len(prices)):
        if prices[i] > prices[i - 1]:
            many += prices[i] - prices[i - 1]
    return gain, many


@njit
def trapped_water(h):
    lo, hi = 0, h.size - 1
    left = right = water = 0
    while lo < hi:
        if h[lo] < h[hi]:
            left = max(left, h[lo])
            water += left - h[lo]
            lo += 1
        else:
            right = max(right, h[hi])
            water += right - h[hi]
            hi -= 1
    return water


jobs = [(1, 4), (3, 5), (0, 6), (5, 7), (3, 9), (5, 9), (6, 10), (8, 11), (8, 12), (2, 14), (12, 16)]
print(merge(jobs), merge([(1, 2), (4, 6), (5, 8), (10, 11)]))
print("rooms needed", rooms(jobs))
print("compatible", most_compatible(jobs))
for lo, hi in jobs[:6]:
    print("%2d-%-2d |%s%s" % (lo, hi, " " * lo, "=" * (hi - lo)))
byend = sorted(jobs, key=lambda iv: iv[1])
s = np.array([a for a, _ in byend])
e = np.array([b for _, b in byend])
v = np.array([3.0, 2.5, 4.0, 2.0, 7.0, 3.5, 5.0, 1.0, 4.5, 9.0, 2.0])
print(weighted(s, e, v))
print(sweep(s, e), "busiest", sweep(s, e).max(), "at", sweep(s, e).argmax())
sizes = np.array([0.5, 0.7, 0.5, 0.2, 0.4, 0.2, 0.5, 0.1, 0.6])
where, bins = first_fit(sizes, 1.0)
print(where, bins.round(6), "bound", int(np.ceil(sizes.sum() - 1e-9)))
where, bins = first_fit(np.sort(sizes)[::-1].copy(), 1.0)
print(where, bins.round(6))
print(best_trade(np.array([7.0, 1.0, 5.0, 3.0, 6.0, 4.0])))
print(trapped_water(np.array([0, 1, 0, 2, 1, 0, 1, 3, 2, 1, 2, 1])))
tasks = {"A": 3, "B": 2, "C": 2}
order = []
left = dict(tasks)
last = ""
while sum(left.values()):
    name = max((k for k in left if left[k] and k != last), key=lambda k: left[k], default="")
    if not name:
        order.append("idle")
        last = ""
        continue
    left[name] -= 1
    order.append(name)
    last = name
print(order)
