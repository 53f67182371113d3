import numpy as np

m = np.arange(20).reshape(4, 5)
print(m[np.ix_([0, 2], [1, 3])])
b = np.arange(10)
np.add.at(b, [0, 0, 1], 5)
np.subtract.at(b, [9], 100)
print(b)
print(np.unravel_index(7, (2, 4)), np.unravel_index(m.argmax(), m.shape), np.ravel_multi_index((1, 3), (2, 4)))
print(np.diag_indices(2), np.triu_indices(3, 1), np.tril_indices(2), m[np.triu_indices(4, 3)])
np.fill_diagonal(m, 0)
m[np.diag_indices(4)] -= 1
print(m)
counts = np.zeros(5, dtype=int)
np.add.at(counts, [1, 3, 3, 4], 1)
print(counts, np.repeat(np.arange(5), counts))
t = np.zeros((2, 3), dtype=int)
np.add.at(t, ([0, 1, 1], [2, 0, 0]), [5, 1, 2])
print(t, np.argwhere(t), np.nonzero(t))
for idx in np.ndindex(2, 2):
    print(idx, end=" ")
for idx, v in np.ndenumerate(t):
    print(idx, v, end="; ")
print()
