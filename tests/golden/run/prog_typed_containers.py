import numpy as np
from numba import njit, types
from numba.typed import Dict, List


@njit
def collatz_cache(limit):
    cache = Dict.empty(key_type=types.int64, value_type=types.int64)
    cache[1] = 1
    for start in range(1, limit):
        n = start
        chain = List()
        while n not in cache:
            chain.append(n)
            n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps = cache[n]
        for k in range(len(chain) - 1, -1, -1):
            steps += 1
            cache[chain[k]] = steps
    return cache


@njit
def group_sums(keys, values):
    sums = dict()
    for k, v in zip(keys, values):
        if k in sums:
            sums[k] += v
        else:
            sums[k] = v
    return sums


@njit
def split_by_sign(a):
    neg = List.empty_list(types.float64)
    pos = List.empty_list(types.float64)
    for v in a:
        (neg if v < 0 else pos).append(v)
    return neg, pos


@njit
def count_chars(text):
    d = {}
    for ch in text:
        if ch in d:
            d[ch] += 1
        else:
            d[ch] = 1
    return d


@njit
def unique_pairs(a):
    seen = set()
    for i in range(len(a)):
        for j in range(i + 1, len(a)):
            seen.add((a[i] + a[j]) % 7)
    return len(seen)


@njit
def list_tools():
    a = [5, 3, 8]
    a.append(1)
    a.extend([9, 2])
    a.insert(1, 7)
    a.remove(8)
    last = a.pop()
    a.sort()
    a.reverse()
    return a, last, a.index(5), a.count(3), sum(a), min(a), max(a)


cache = collatz_cache(30)
print(cache[27], len(cache), 27 in cache, 1000 in cache)
print([cache[n] for n in range(1, 13)])

sums = group_sums(np.array([1, 2, 1, 3, 2, 1]), np.array([0.5, 1.0, 2.0, 4.0, 8.0, 16.0]))
for k in sorted(sums):
    print(k, sums[k])
neg, pos = split_by_sign(np.array([1.5, -2.0, 3.0, -0.25]))
print(len(neg), len(pos), neg[0], pos[-1], sum(neg), [v for v in pos])

d = count_chars("mississippi")
print(sorted(d.items()))
print(unique_pairs(np.array([1, 4, 6, 11])))
print(list_tools())

t = List()
for k in range(5):
    t.append(k * k)
t[0] = 100
t.pop(1)
print(len(t), t[0], t[-1], list(t), 9 in t)

table = Dict.empty(key_type=types.unicode_type, value_type=types.float64[:])
table["a"] = np.arange(3.0)
table["b"] = np.ones(2)


@njit
def total(table):
    s = 0.0
    for name in table:
        s += table[name].sum()
    return s


print(total(table), sorted(table.keys()), table["a"])
