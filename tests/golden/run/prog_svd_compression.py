import numpy as np


def picture(n):
    y, x = np.mgrid[0:n, 0:n] / (n - 1)
    return np.round(128 + 60 * np.sin(6 * x) * np.cos(4 * y) + 50 * (np.hypot(x - 0.6, y - 0.4) < 0.25))


A = picture(24)
print(A.shape, A.min(), A.max(), "mean %.4f" % A.mean())
U, s, Vt = np.linalg.svd(A)
print(np.round(s[:6], 4))
energy = np.cumsum(s ** 2) / np.sum(s ** 2)
for k in (1, 2, 4, 8, 16):
    approx = (U[:, :k] * s[:k]) @ Vt[:k]
    err = np.linalg.norm(A - approx) / np.linalg.norm(A)
    print(f"rank {k:2d}: kept {k * (2 * 24 + 1) / A.size:7.2%}  energy {energy[k - 1]:.6f}  error {err:.5f}")
    assert abs(err ** 2 - (1 - energy[k - 1])) < 1e-9
print("rank for 99.9%:", int(np.searchsorted(energy, 0.999)) + 1)
print("Eckart-Young:", np.isclose(np.linalg.norm(A - (U[:, :3] * s[:3]) @ Vt[:3], 2), s[3]))

# power iteration finds the first singular value
v = np.ones(24) / np.sqrt(24)
for _ in range(200):
    w = A.T @ (A @ v)
    v = w / np.linalg.norm(w)
print("sigma_1 %.6f" % np.linalg.norm(A @ v), np.isclose(np.linalg.norm(A @ v), s[0]))

# principal components of a cloud
rng = np.random.default_rng(8)
t = rng.normal(0, 3, 200)
data = np.column_stack((t, 0.5 * t + rng.normal(0, 0.5, 200), rng.normal(0, 0.2, 200)))
centred = data - data.mean(axis=0)
_, sv, axes = np.linalg.svd(centred, full_matrices=False)
variance = sv ** 2 / (len(data) - 1)
print("variances", np.round(variance, 4), "total", round(float(variance.sum()), 4))
print("same as the covariance:", np.allclose(variance, np.linalg.eigvalsh(np.cov(data.T))[::-1]))
first = axes[0] * np.sign(axes[0, 0])
print("first axis", np.round(first, 4), "slope %.4f" % (first[1] / first[0]))
scores = centred @ axes.T
print("scores uncorrelated:", np.allclose(np.corrcoef(scores.T), np.eye(3), atol=1e-8))

# least squares by the pseudo-inverse, then ridge
X = np.vander(np.linspace(0, 1, 9), 4)
y = np.array([1.0, 1.3, 1.2, 1.6, 1.9, 2.4, 2.2, 2.9, 3.1])
coef = np.linalg.pinv(X) @ y
print("cubic", np.round(coef, 4), np.allclose(coef, np.polyfit(np.linspace(0, 1, 9), y, 3)))
for lam in (0.0, 0.01, 1.0):
    ridge = np.linalg.solve(X.T @ X + lam * np.eye(4), X.T @ y)
    print("lambda %.2f norm %.4f residual %.4f" % (lam, np.linalg.norm(ridge), np.linalg.norm(X @ ridge - y)))
P = X @ np.linalg.pinv(X)
print("projection:", np.allclose(P @ P, P), "trace %.4f" % np.trace(P), "rank", np.linalg.matrix_rank(P))
