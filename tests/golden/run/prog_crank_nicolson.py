import numpy as np
from numba import njit


@njit
def thomas(a, b, c, d):
    """Tridiagonal solve; a is the lower diagonal (a[0] unused), c the upper."""
    n = d.size
    cp = np.empty(n)
    dp = np.empty(n)
    cp[0] = c[0] / b[0]
    dp[0] = d[0] / b[0]
    for i in range(1, n):
        m = b[i] - a[i] * cp[i - 1]
        cp[i] = c[i] / m
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m
    x = np.empty(n)
    x[-1] = dp[-1]
    for i in range(n - 2, -1, -1):
        x[i] = dp[i] - cp[i] * x[i + 1]
    return x


@njit
def crank_nicolson(u, r, steps):
    n = u.size
    a = np.full(n, -r / 2)
    b = np.full(n, 1 + r)
    c = np.full(n, -r / 2)
    for _ in range(steps):
        d = np.empty(n)
        for i in range(n):
            left = u[i - 1] if i > 0 else 0.0
            right = u[i + 1] if i < n - 1 else 0.0
            d[i] = (1 - r) * u[i] + r / 2 * (left + right)
        u = thomas(a, b, c, d)
    return u


def explicit(u, r, steps):
    u = u.copy()
    for _ in range(steps):
        padded = np.concatenate(([0.0], u, [0.0]))
        u = u + r * (padded[:-2] - 2 * u + padded[2:])
    return u


n = 19
x = np.linspace(0.0, 1.0, n + 2)[1:-1]
h = x[0]
u0 = np.sin(np.pi * x)
exact = np.exp(-np.pi ** 2 * 0.1) * u0
for steps in (5, 20, 80):
    dt = 0.1 / steps
    cn = crank_nicolson(u0, dt / h ** 2, steps)
    line = "steps %3d  r=%7.3f  implicit error %.3e" % (steps, dt / h ** 2, np.abs(cn - exact).max())
    ex = explicit(u0, dt / h ** 2, steps)
    line += "  explicit %s" % ("stable %.3e" % np.abs(ex - exact).max() if dt / h ** 2 <= 0.5 else "unstable")
    print(line)

print(np.round(crank_nicolson(u0, 0.5, 40), 5))

A = np.diag(np.full(6, 4.0)) + np.diag(np.full(5, -1.0), 1) + np.diag(np.full(5, -1.0), -1)
d = np.arange(1.0, 7.0)
t = thomas(np.full(6, -1.0), np.full(6, 4.0), np.full(6, -1.0), d)
print(A)
print(t)
print("residual small:", np.abs(A @ t - d).max() < 1e-12, np.allclose(t, np.linalg.solve(A, d)))

# a hat function decays symmetrically
hat = np.minimum(x, 1 - x)
for steps in (0, 10, 40):
    u = crank_nicolson(hat, 1.0, steps)
    print(steps, np.round(u[::3], 5), "symmetric", np.allclose(u, u[::-1]))
