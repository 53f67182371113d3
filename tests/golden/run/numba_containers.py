import numpy as np
from collections import namedtuple
from numba import njit, types
from numba.typed import Dict, List

Pair = namedtuple("Pair", ["left", "right"])


@njit
def lists(n):
    a = [i * i for i in range(n)]
    a.append(-1)
    a.insert(0, 99)
    a[1] = 7
    b = a[1:4]
    a.extend(b)
    last = a.pop()
    a.sort()
    return a, b, last, len(a), 99 in a, a.index(99), sum(a)


@njit
def nested(n):
    rows = [[j for j in range(i)] for i in range(n)]
    s = 0
    for r in rows:
        for v in r:
            s += v
    return s, len(rows), rows[-1]


@njit
def dicts(keys, values):
    d = {}
    for k, v in zip(keys, values):
        if k in d:
            d[k] += v
        else:
            d[k] = v
    items = [(k, v) for k, v in d.items()]
    return items, len(d), d.get(100, -1.0)


@njit
def sets(a):
    s = set(a)
    s.add(100)
    s.discard(1)
    t = {2, 3, 100}
    return len(s), len(s & t), len(s | t), 2 in s, sorted(list(s - t))


@njit
def tuples(t):
    a, b, c = t
    return (c, b, a), t[0] + t[1], t[1:], len(t), t + (5,)


@njit
def pairs(p):
    return Pair(p.right, p.left), p.left + p.right, p[0]


@njit
def strings(s):
    out = ""
    for ch in s:
        if ch != "l":
            out += ch
    return (
        out, len(s), s[1], s[::-1], s.upper(), s.find("l"), s.count("l"), s.replace("l", "L"), s.split("e"),
        "he" in s, s == "hello", s.startswith("he"), ord(s[0]), chr(65), str(42)
    )


@njit
def stack_sort(a):
    stack = [(0, len(a) - 1)]
    while len(stack) > 0:
        lo, hi = stack.pop()
        if lo >= hi:
            continue
        p = a[(lo + hi) // 2]
        i, j = lo, hi
        while i <= j:
            while a[i] < p:
                i += 1
            while a[j] > p:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i += 1
                j -= 1
        stack.append((lo, j))
        stack.append((i, hi))
    return a


@njit
def typed_sum(lst):
    s = 0.0
    for v in lst:
        s += v
    lst.append(s)
    return len(lst)


print(lists(5))
print(nested(4), dicts([1, 2, 1], [0.5, 1.5, 2.5]), sets([1, 2, 3, 2]))
print(tuples((1, 2, 3)), pairs(Pair(1, 2.5)), strings("hello"))
print(stack_sort(np.array([5, 2, 9, 1, 5, 6])), stack_sort([3, 1, 2]))
lst = List()
for v in (1.5, 2.5):
    lst.append(v)
print(typed_sum(lst), list(lst), lst[-1], len(lst))
d = Dict.empty(types.unicode_type, types.int64)
d["a"] = 1
d["b"] = 2
print(len(d), d["a"], sorted(d.items()), "c" in d)
