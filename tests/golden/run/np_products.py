import numpy as np

a = np.array([[1, 2], [3, 4]])
b = np.array([[0, 1], [1, 0]])
v = np.array([5, 6])
print(a @ b, a @ v, v @ a, v @ v, np.dot(a, b), np.dot(v, v), np.dot(a, 2), a.dot(v), np.matmul(b, a))
print(np.inner(v, v), np.outer(v, v), np.vdot(a, b), np.kron(b, v), np.cross([1, 0, 0], [0, 1, 0]))
print(np.trace(a), a.T, np.diag(a), np.tensordot(a, b, axes=2))
i = np.arange(6).reshape(2, 3)
print(i @ i.T, i.T @ i, (i @ i.T).dtype, (i.astype("f4") @ i.T.astype("f4")).dtype, (i[:, ::-1] @ i.T), i @ [1, 2, 3])
f = np.array([[0.5, 1.5], [2.0, -1.0]])
print(f @ f, f @ a, a @ f[:, 0], (f @ np.ones((2, 3))).shape, (np.ones((4, 2, 3)) @ np.ones((3, 5))).shape)
print(np.matmul(np.ones((2, 2, 2)), v))
c = np.eye(3)
c[0] = [1, 2, 3]
print(c @ c, c.T @ np.arange(3), np.arange(3) @ c @ np.arange(3), np.einsum("ij,kj->ik", i, i))
print(np.linalg.matrix_power(a, 3))
f @= np.array([[2.0, 0.0], [0.0, 2.0]])
print(f)
try:
    print(i @ i)
except ValueError as e:
    print("ValueError:", str(e)[:60])
