"""Index tuples whose length is known only at run time."""
import numpy as np
g = np.zeros((3, 3, 3))
g[tuple(np.array([1, 1, 1]))] = 8
print(g.sum())
a = np.arange(12).reshape(3, 4)
for idx in np.argwhere(a % 5 == 0):
    print(idx, a[tuple(idx)], end="; ")
print()
def f(p):
    return a[tuple(p)]
print(f([1, 2]), f([2, -1]))
a[tuple([0, 1])] += 100
print(a[0])
