"""Least squares four ways: normal equations, QR, lstsq and gradient descent."""
import numpy as np
from numba import njit


@njit
def gradient_descent(X, y, rate, steps):
    w = np.zeros(X.shape[1])
    n = X.shape[0]
    for step in range(steps):
        residual = X @ w - y
        w = w - rate * 2.0 / n * (X.T @ residual)
    return w


rng = np.random.default_rng(2024)
n = 80
X = np.column_stack((np.ones(n), rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)))
true = np.array([1.5, -2.0, 0.75])
y = X @ true + 0.1 * rng.standard_normal(n)

normal = np.linalg.solve(X.T @ X, X.T @ y)
Q, R = np.linalg.qr(X)
by_qr = np.linalg.solve(R, Q.T @ y)
by_lstsq, _, rank, _ = np.linalg.lstsq(X, y, rcond=None)
descent = gradient_descent(X, y, 0.3, 400)

print("normal equations ", np.round(normal, 6))
print("rank", rank)
print("QR agrees:", np.allclose(by_qr, normal))
print("lstsq agrees:", np.allclose(by_lstsq, normal))
print("descent agrees:", np.allclose(descent, normal, atol=1e-8))

residual = y - X @ normal
sigma2 = residual @ residual / (n - 3)
stderr = np.sqrt(sigma2 * np.diag(np.linalg.inv(X.T @ X)))
r2 = 1 - (residual ** 2).sum() / ((y - y.mean()) ** 2).sum()
print(f"{'':10}{'true':>8}{'fitted':>10}{'error':>9}{'t':>9}")
for name, t, b, s in zip(("constant", "x1", "x2"), true, normal, stderr):
    print(f"{name:10}{t:8.2f}{b:10.5f}{s:9.5f}{b / s:9.2f}")
print(f"R squared {r2:.6f}, sigma {np.sqrt(sigma2):.5f}")

for steps in (1, 5, 25, 125):
    w = gradient_descent(X, y, 0.3, steps)
    print("after %3d steps: distance %.3e" % (steps, np.linalg.norm(w - normal)))
