import numpy as np
# max per row / one-hot / top-k
a = np.array([[3, 7, 1], [9, 2, 8], [4, 4, 6]])
rows = np.arange(a.shape[0])
print(a[rows, a.argmax(axis=1)], np.take_along_axis(a, a.argmax(1)[:, None], axis=1).ravel())
one_hot = np.zeros((3, 4), dtype=int)
one_hot[rows, [2, 0, 3]] = 1
print(one_hot)
print(np.eye(4, dtype=int)[[2, 0, 3]])
k = 2
idx = np.argpartition(a, -k, axis=1)[:, -k:]
print(np.sort(np.take_along_axis(a, idx, axis=1), axis=1))
flat = a.ravel()
top = flat.argsort()[::-1][:3]
print(flat[top], np.unravel_index(top, a.shape), np.column_stack(np.unravel_index(top, a.shape)))
print(a[a[:, 1].argsort()], a[:, a[0].argsort()], a[np.lexsort((a[:, 0], a[:, 1]))])
print(np.argwhere(a == a.max()), np.where(a == 4), list(zip(*np.where(a == 4))))
