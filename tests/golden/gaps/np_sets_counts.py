import numpy as np

a = np.array([3, 1, 2, 5, 4, 1])
print(np.unique(a), np.unique(a, return_counts=True), np.unique(a, return_index=True))
print(np.unique(a, return_inverse=True))
print(np.unique([[1, 2], [2, 1]]), np.unique(["b", "a", "b"]), np.unique([1.5, 1.5, 0.5]))
print(np.unique([[1, 0], [1, 0], [2, 3]], axis=0))
print(np.union1d([1, 2], [2, 3]), np.intersect1d([1, 2, 3], [2, 3, 4]), np.setdiff1d([1, 2, 3], [2]))
print(np.setxor1d([1, 2], [2, 3]))
print(np.isin([1, 5], [5, 6]), np.isin([1, 5], [5], invert=True), np.isin(a, [1, 2]).sum())
print(np.bincount([0, 1, 1, 3]), np.bincount([1, 2], minlength=5), np.bincount([0, 0, 1], weights=[0.5, 0.5, 2]))
print(np.histogram([1, 2, 2, 3, 5], bins=4), np.histogram([1, 2, 3], bins=[0, 2, 4]))
print(np.histogram([0.1, 0.9], bins=2, range=(0, 1))[0])
print(np.digitize([0, 1, 2, 3], [1, 2], right=True), np.count_nonzero(a == 1))
print(np.histogram(np.arange(10), 3, density=True)[0].round(6))
values, counts = np.unique(np.array([2, 7, 2, 2, 9, 7]), return_counts=True)
for v, c in zip(values, counts):
    print(v, "x", c, end=", ")
print(values[counts.argmax()], dict(zip(values.tolist(), counts.tolist())))
