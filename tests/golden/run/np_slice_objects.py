import numpy as np
a = np.arange(20)
def f(s):
    return a[s]
print(f(slice(2, 5)), f(slice(None, 4)), f(slice(None, None, -3)), f(slice(-5, None)), f(slice(10, 2, -2)), f(slice(None, -15, None)))
parts = [slice(0, 3), slice(5, None), slice(None, None, -6)]
for p in parts:
    print(a[p], [1, 2, 3, 4][p], "abcdefgh"[p])
m = a.reshape(4, 5)
idx = np.s_[1:3, ::2]
print(m[idx])
idx2 = (slice(None), slice(1, 4))
print(m[idx2])
s = slice(1, 8, 3)
m[:, s] = 0
print(m)
t = (1, slice(None))
m[t] += 5
print(m)
lo, hi = slice(0, 2), slice(2, None)
m[lo, hi] = -1
print(m)
a = np.arange(10) * 10
m = a.reshape(2, 5)
print(a[[]], a[[]].dtype, m[:, []].shape, m[[]].shape, a[()].shape, a[np.array([], dtype=int)])
for k in range(5):
    try:
        if k == 0: print(a[1.5])
        if k == 1: print(a[np.array([1.0])])
        if k == 2: print(m[0, 1, 2])
        if k == 3: print(a[[0, 10]])
        if k == 4: print(m[5])
    except IndexError as e:
        print(e)
try:
    print(a[::0])
except ValueError as e:
    print(e)
try:
    m[2, 0] = 1
except IndexError as e:
    print(e)
try:
    print(a[[True, False]])
except IndexError as e:
    print(e)
try:
    print(m[[0, 1], [0, 1, 2]])
except IndexError as e:
    print(e)
try:
    a[:3] = [1, 2]
except ValueError as e:
    print(e)
try:
    a[[1, 2]] = [1, 2, 3]
except ValueError as e:
    print(e)
try:
    a[a > 50] = [1, 2, 3]
except ValueError as e:
    print(e)
try:
    print("%d" % (a + np.arange(3)).sum())
except ValueError as e:
    print(e)
try:
    if a > 3:
        print("x")
except ValueError as e:
    print(e)
a = np.arange(12)
m = a.reshape(3, 4)
c = a.copy()
v = a[2:5]
print(m.base is a, v.base is a, c.base is None, a.base is None, c.base is a, v.base is not None, m.base is not a, v.base is c, m[1:].base is a, m.T.base is a)
print(v.base, v.base.sum())
def f(x=None):
    return x is a
print(f(), f(a), f(c), f(v))
z = np.zeros((2, 2))
w = z[0]
print(w.base is z, z.base is None, np.sqrt(z).base is None, z[[0]].base is None, z[z > 1].base is z)
a = np.arange(12).reshape(3, 4)
s = slice(None, None, 2)
print(a[s, s], a[::-1][s], a[1:, None, 2].shape, a[:, -1:], a[-1:][0])
def window(x, i, n=2):
    lo = max(0, i - n)
    return x[lo:i + n + 1]
print([window(np.arange(6), k).tolist() for k in range(6)])
def halves(x):
    mid = len(x) // 2
    return slice(mid), slice(mid, None)
f, g = halves(a[0])
print(a[0][f], a[0][g], a[:, g])
chunks = [slice(i, i + 2) for i in range(0, 4, 2)]
print([a[:, c].sum() for c in chunks], a[1][chunks[1]], chunks[0], chunks[0].start, chunks[1].stop)
table = {"left": slice(0, 2), "right": slice(2, 4)}
for name, sl in table.items():
    print(name, a[0, sl])
a[1:3, f] = [[7], [8]]
a[0, g] *= 10
print(a, (slice(1, None), 2), a[(slice(1, None), 2)], range(10)[2:8:3], "hello"[slice(1, 3)], [1, 2, 3][slice(None, None, -1)])
