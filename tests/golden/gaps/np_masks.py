import numpy as np

a = np.array([5, -3, 8, 0, -7, 2, 9])
m = a > 0
print(m, m.dtype, m.sum(), m.any(), m.all(), np.count_nonzero(a))
print(a[m], a[~m], a[m & (a < 8)], a[(a < -2) | (a == 9)], a[m ^ (a > 6)])
b = a.copy()
b[b < 0] = 0
b[b == 8] += 100
b[~m] = [10, 20, 30]
print(b, a[a % 2 == 0], a[np.abs(a) > 4], a[[True, False, True, False, False, False, True]])
print(np.where(a > 0), np.where(a > 0, a, -1), np.where(a > 5, "big", "small"))
print(np.nonzero(a < 0)[0], np.flatnonzero(a == 100).size, np.isin(a, [2, 5, 100]), a[1:] > a[:-1])
g = np.arange(12).reshape(3, 4)
k = g % 3 == 0
print(k)
print(g[k], g[:, k[0]], g[k.any(axis=1)].shape, g[g.sum(axis=1) > 6], g[:, g[0] > 1])
g[k] = -1
g[1, g[1] > 5] = 0
g[g[:, 0] < 0, 1] = 77
print(g)
print(np.argwhere(g == -1), (g == -1).sum(axis=0), (g < 0).any(axis=1), np.all(g > -5), (g > 0).mean())
empty = a[a > 100]
print(empty, empty.size, empty.sum(), empty.shape, (a > 100).any(), np.any([]), np.all([]))
