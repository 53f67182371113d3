import numpy as np

f = np.array([[1.0, 2.0], [3.0, 4.0]])
v = np.array([5.0, 6.0])
print(np.linalg.det(f).round(9), np.linalg.inv(f).round(9), np.linalg.solve(f, v).round(9))
print(np.linalg.solve(f, np.eye(2)).round(6))
print(np.linalg.matrix_rank(f), np.linalg.matrix_rank(np.ones((3, 3))), np.linalg.matrix_power(f, 3))
print(np.linalg.matrix_power(f, 0))
print(np.linalg.norm(f).round(9), np.linalg.norm(v), np.linalg.norm(v, 1), np.linalg.norm(v, np.inf))
print(np.linalg.norm(f, axis=0).round(6))
x, res, rank, sing = np.linalg.lstsq(np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([6.0, 0.0, 0.0]), rcond=None)
print(x.round(6), res.round(6), rank, sing.round(6), np.linalg.pinv(np.array([[1.0, 2.0]])).round(6))
sign, logdet = np.linalg.slogdet(f)
print(sign, round(logdet, 9), np.linalg.cond(f).round(6), np.linalg.cond(np.eye(2)))
n = 6
A = np.eye(n) * 4 + np.eye(n, k=1) + np.eye(n, k=-1)
b = np.arange(n) + 1.0
y = np.linalg.solve(A, b)
print(y.round(8), np.allclose(A @ y, b), np.linalg.det(A).round(4))
print(np.abs(np.linalg.inv(A) @ A - np.eye(n)).max() < 1e-12)
for bad in (np.zeros((2, 2)), np.ones((2, 3))):
    try:
        print(np.linalg.inv(bad))
    except np.linalg.LinAlgError as e:
        print("LinAlgError:", e)
