import numpy as np

rng = np.random.RandomState(6)
A = np.array([[4.0, 1.0, 2.0], [1.0, 3.0, 0.0], [2.0, 0.0, 5.0]])
b = np.array([7.0, 4.0, 7.0])
x = np.linalg.solve(A, b)
print(np.round(x, 8), np.allclose(A @ x, b))
print("det %.6f" % np.linalg.det(A), "rank", np.linalg.matrix_rank(A), "trace", np.trace(A))
print(np.round(np.linalg.inv(A), 6))

w, V = np.linalg.eigh(A)
print(np.round(w, 6))
print(np.allclose(V @ np.diag(w) @ V.T, A), np.allclose(V.T @ V, np.eye(3)))
print(np.round(np.abs(V), 5))

L = np.linalg.cholesky(A)
print(np.round(L, 6))
Q, R = np.linalg.qr(A)
print(np.allclose(Q @ R, A), np.allclose(np.tril(R, -1), 0), np.round(np.abs(np.diag(R)), 6))

M = rng.randint(-4, 5, (4, 3)).astype(float)
U, s, Vt = np.linalg.svd(M, full_matrices=False)
print(M)
print(np.round(s, 6), U.shape, Vt.shape, np.allclose(U * s @ Vt, M))
rank1 = s[0] * np.outer(U[:, 0], Vt[0])
print("rank-1 error %.6f equals %.6f" % (np.linalg.norm(M - rank1), np.sqrt((s[1:] ** 2).sum())))
print("cond %.6f" % np.linalg.cond(M))
P = np.linalg.pinv(M)
print(P.shape, np.allclose(M @ P @ M, M))

coef, residual, rank, sv = np.linalg.lstsq(M, np.array([1.0, 2.0, 3.0, 4.0]), rcond=None)
print(np.round(coef, 6), np.round(residual, 6), rank)
for order in (1, 2, np.inf, "fro"):
    print(order, "norm %.6f" % np.linalg.norm(M, order))
print(np.linalg.norm(M, axis=1).round(6), "%.6f" % np.linalg.norm(b), np.linalg.norm(b, 1), np.linalg.norm(b, np.inf))
print(np.linalg.matrix_power(np.array([[1, 1], [0, 1]]), 6))
print(np.linalg.matrix_power(np.array([[2.0, 0.0], [0.0, 4.0]]), -1))
sign, logdet = np.linalg.slogdet(A)
print(sign, "%.6f" % logdet)
rot = np.array([[0.0, -1.0], [1.0, 0.0]])
print(np.linalg.eigvals(rot))
print(np.round(np.sort(np.linalg.eigvals(np.array([[2.0, 1.0], [1.0, 3.0]]))), 6))
stack = np.stack((np.eye(2), 2 * np.eye(2), rot))
print(np.linalg.det(stack).round(6), np.linalg.inv(stack)[1])
print(np.linalg.multi_dot([A, A, b]).round(4))
try:
    np.linalg.inv(np.ones((2, 2)))
except np.linalg.LinAlgError as e:
    print("LinAlgError:", e)
try:
    np.linalg.cholesky(-A)
except np.linalg.LinAlgError as e:
    print("LinAlgError:", e)
hilbert = 1.0 / (np.arange(1, 6)[:, None] + np.arange(5))
print(hilbert)
print("condition above 4e5:", np.linalg.cond(hilbert) > 4e5, "inverse sums to")
print(round(np.linalg.inv(hilbert).sum(), 3))
