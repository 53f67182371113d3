import numpy as np

a = np.arange(10) * 10
idx = np.array([3, 1, 1, -1])
print(a[idx], a[[0, 2]], a[np.array([[1, 2], [3, 4]])], a[[]], a[idx[::-1]], a[np.array([5])])
b = a.copy()
b[[0, 5]] = -1
b[idx] += 1
b[[2, 2, 3]] = [7, 8, 9]
print(b)
m = np.arange(20).reshape(4, 5)
print(m[[2, 0]])
print(m[[0, 1, 3], [4, 2, 0]], m[:, [3, 1]][1], m[[1, 2]][:, [0, 4]])
print(m[1, [0, 2]], m[[0, 3], 1], m[[-1, -2], 2:4], m[2:, [0, 0]])
m[[0, 2], [1, 3]] = -5
m[:, [0, 4]] = m[:, [4, 0]]
m[[1, 3]] = m[[3, 1]]
print(m)
rows = np.arange(4)
cols = m.argmax(axis=1)
print(cols, m[rows, cols], m[rows[:, None], np.array([[0, 1]])].shape)
order = np.argsort([3, 1, 2])
print(order, a[order], np.array(["x", "y", "z"])[order])
perm = np.array([2, 0, 1])
inv = np.empty(3, dtype=int)
inv[perm] = np.arange(3)
print(inv, perm[inv], np.argsort(perm))
lut = np.array([0, 10, 20, 30], dtype=np.uint8)
img = np.array([[0, 1], [3, 2]])
print(lut[img], lut[img].dtype, np.eye(3, dtype=int)[[0, 2, 1, 0]])
x = np.arange(5)
x[x[[0, 1]]] = 50
print(x, x[x > 3][0])
try:
    print(a[[0, 10]])
except IndexError as e:
    print("IndexError:", e)
