import numpy as np

a = np.arange(3)
b = np.arange(4)[:, None]
print((a + b).shape, a + b)
print(a * 2, 10 - a, a[:, None] * a, (a[:, None] == a).astype(int))
m = np.arange(12).reshape(3, 4)
print(m + np.array([100, 200, 300, 400]), m * np.array([[1], [10], [100]]))
print(m - m.mean(axis=0), (m.T - m[:, 0]).T, m / m.sum(axis=1, keepdims=True).astype(float))
print(np.broadcast_to(a, (2, 3)), np.broadcast_shapes((3, 1), (1, 4)), [x.shape for x in np.broadcast_arrays(a, b)])
x, y = np.meshgrid(np.arange(3), np.arange(2))
print(x, y, x + 10 * y)
i, j = np.meshgrid([1, 2], [3, 4, 5], indexing="ij")
print(i.shape, i * j, np.mgrid[0:2, 0:3][1], np.ogrid[0:2, 0:3][0].shape, np.indices((2, 2))[0])
p = np.array([[0, 0], [3, 4], [6, 8]])
d = np.sqrt(((p[:, None] - p[None]) ** 2).sum(axis=-1))
print(d)
print(np.add.outer(a, a), np.outer([1, 2], [1, 10]), np.ones((2, 1, 3)).shape)
print((np.ones((2, 1, 3)) + np.ones((4, 1))).shape)
z = np.zeros((2, 3))
z += a
z[:] += np.array([[10], [20]])
z[:, 1:] = 5
z[0] = [7, 8, 9]
print(z, np.maximum(z, a * 4), np.where(z > 7, z, a), np.where([[True], [False]], a, -a))
s = np.float64(2.5) * np.array(4) + np.array([[1]])
print(s, s.shape, (np.array(3) + 1).shape, np.array([1, 2]) * np.array(3), np.ones((0, 3)) + np.ones(3))
for bad in (np.ones(4), np.ones((2, 2)), np.ones((3, 2))):
    try:
        print((m + bad).shape)
    except ValueError as e:
        print("ValueError:", str(e).strip())
try:
    z[:] = np.arange(4)
except ValueError as e:
    print("ValueError:", e)
try:
    a += np.ones((2, 3), dtype=int)
except ValueError as e:
    print("ValueError:", str(e)[:44])
