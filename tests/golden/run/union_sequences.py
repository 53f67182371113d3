"""Loops and results over values of two container types: lists of ints that become lists of floats."""
def f(n):
    u = [1] * n
    for _ in range(3):
        u = [x * 0.5 for x in u]
    return u
u = [1] * 3
for _ in range(2):
    v = [x * 0.5 for x in u]
    u = v
s = 0
for a, b in zip(u, v):
    s += a * b
print(s, f(3))
def split(x):
    if len(x) <= 1: return x
    a = split(x[::2])
    T = [1j * a[k] for k in range(len(a))]
    return [a[k] + T[k] for k in range(len(a))] + [a[k] - T[k] for k in range(len(a))]
print(split([1.0, 2.0, 3.0, 4.0]))
M = [[1, 2], [3, 4]]
f = 0.5
M[1] = [x - f * y for x, y in zip(M[1], M[0])]
print(M)
def ranges(s):
    d = range(len(s))
    for c in s:
        e = [d[0] + 1]
        for i in range(1, len(s)):
            e.append(min(d[i], e[-1]) + 1)
        d = e
    return d[-1]
print(ranges("abc"))
def ranges(x):
    a = x[::2]
    if len(x) <= 1: return x
    r = ranges(a)
    return [r[0] * 1j]
print(ranges([1.0, 2.0]))
def g(x, n):
    if n == 0: return x
    r = g(x, n - 1)
    return r + [1j]
print(g([1.0, 2.0], 2))
print([1] + [2.5], [1] + ["a"], [1, 2] + [3.0, None])
