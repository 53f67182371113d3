import numpy as np

s = np.array([[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]])
w, V = np.linalg.eigh(s)
print(w.round(6), np.allclose(s @ V, V * w), np.linalg.eigvalsh(s).round(6))
L = np.linalg.cholesky(s)
print(L.round(6), np.allclose(L @ L.T, s))
w, V = np.linalg.eig(np.array([[2.0, 0.0], [1.0, 3.0]]))
print(np.sort(w.real), np.allclose(np.array([[2.0, 0.0], [1.0, 3.0]]) @ V, V * w))
print(np.sort(np.linalg.eigvals(np.array([[0.0, -2.0], [2.0, 0.0]])).imag))
q, r = np.linalg.qr(s)
print(np.allclose(q @ r, s), np.allclose(q.T @ q, np.eye(3)), np.allclose(np.tril(r, -1), 0))
print(np.abs(np.diag(r)).round(6), np.linalg.qr(np.ones((3, 2)))[1].shape)
u, sv, vt = np.linalg.svd(s)
print(sv.round(6), np.allclose(u @ np.diag(sv) @ vt, s))
print(np.linalg.svd(np.arange(6.0).reshape(2, 3), compute_uv=False).round(6))
u, sv, vt = np.linalg.svd(np.arange(8.0).reshape(4, 2), full_matrices=False)
print(u.shape, sv.round(6), vt.shape, np.allclose(u * sv @ vt, np.arange(8.0).reshape(4, 2)))
try:
    np.linalg.cholesky(np.array([[1.0, 2.0], [2.0, 1.0]]))
except np.linalg.LinAlgError as e:
    print("LinAlgError:", e)
