import numpy as np

a = np.array([3, 1, 2, 5, 4, 1])
print(np.sort(a), a, np.argsort(a, kind="stable"), np.sort(a)[::-1], -np.sort(-a), np.sort([2.5, np.nan, 1.0]))
print(np.sort(np.array(["pear", "fig", "apple"])), np.sort([True, False, True]))
print(np.sort(np.array([3, 1, 2], dtype=np.uint8)).dtype)
b = a.copy()
b.sort()
print(b, np.searchsorted(b, 3), np.searchsorted(b, [0, 1, 6]), np.searchsorted(b, 1, side="right"), b.searchsorted(4))
m = np.array([[3, 1, 2], [9, 7, 8]])
print(np.sort(m), np.sort(m, axis=0), np.sort(m, axis=None), np.argsort(m, axis=1), np.argsort(m[:, ::-1], axis=0))
print(np.lexsort(([1, 0, 1], [2, 2, 1])), np.partition(a, 2)[2], np.sort_complex([3, 1j]))
print(a.argmax(), m.argmax(axis=0), np.nonzero(a > 2), np.where(m > 2), np.argwhere(m == 7), np.flatnonzero(a == 1))
people = [("Bo", 30), ("Al", 25), ("Cy", 30)]
ages = np.array([p[1] for p in people])
for k in np.argsort(-ages, kind="stable"):
    print(people[k][0], end=" ")
rank = np.empty_like(a)
rank[np.argsort(a, kind="stable")] = np.arange(a.size)
print(rank, np.sort(a)[-3:], np.argmax([0, 0]), np.argmax([False, True, True]), sorted(a.tolist()))
print(np.cumsum(np.sort(a)))
print(np.array_equal(np.sort(a), sorted(a)), np.all(np.diff(b) >= 0), np.digitize([0.5, 1.5, 2.5], [1, 2]))
print(np.interp(1.5, [0, 1, 2], [0, 10, 30]))
big = (np.arange(2000) * 7919) % 2003
s = np.sort(big)
print(np.array_equal(s[np.searchsorted(s, big)], big), np.array_equal(big[np.argsort(big)], s), s[:4], s[-3:])
