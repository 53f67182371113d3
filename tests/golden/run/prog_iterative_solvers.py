import numpy as np
from numba import njit


@njit
def jacobi(A, b, tol, limit):
    n = b.size
    x = np.zeros(n)
    for it in range(1, limit + 1):
        new = np.empty(n)
        for i in range(n):
            s = b[i]
            for j in range(n):
                if j != i:
                    s -= A[i, j] * x[j]
            new[i] = s / A[i, i]
        if np.abs(new - x).max() < tol:
            return new, it
        x = new
    return x, limit


@njit
def sor(A, b, omega, tol, limit):
    """Gauss-Seidel is omega = 1."""
    n = b.size
    x = np.zeros(n)
    for it in range(1, limit + 1):
        change = 0.0
        for i in range(n):
            s = b[i]
            for j in range(n):
                s -= A[i, j] * x[j]
            d = omega * s / A[i, i]
            x[i] += d
            change = max(change, abs(d))
        if change < tol:
            return x, it
    return x, limit


@njit
def conjugate_gradient(A, b, tol):
    x = np.zeros_like(b)
    r = b - A @ x
    p = r.copy()
    rr = r @ r
    for it in range(1, 10 * b.size):
        Ap = A @ p
        alpha = rr / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        new = r @ r
        if np.sqrt(new) < tol:
            return x, it
        p = r + new / rr * p
        rr = new
    return x, -1


@njit
def jacobi_eigenvalues(S):
    A = S.copy()
    n = A.shape[0]
    for sweep in range(50):
        off = 0.0
        for p in range(n - 1):
            for q in range(p + 1, n):
                off += A[p, q] ** 2
                if abs(A[p, q]) > 1e-15:
                    theta = 0.5 * np.arctan2(2 * A[p, q], A[q, q] - A[p, p])
                    c, s = np.cos(theta), np.sin(theta)
                    for k in range(n):
                        akp, akq = A[k, p], A[k, q]
                        A[k, p], A[k, q] = c * akp - s * akq, s * akp + c * akq
                    for k in range(n):
                        apk, aqk = A[p, k], A[q, k]
                        A[p, k], A[q, k] = c * apk - s * aqk, s * apk + c * aqk
        if off < 1e-22:
            break
    return np.sort(np.diag(A))


n = 8
A = 2.5 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
b = np.arange(1.0, n + 1)
exact = np.linalg.solve(A, b)
print(np.round(exact, 6))
x, it = jacobi(A, b, 1e-10, 1000)
print("jacobi", np.allclose(x, exact), it > 20)
for omega in (1.0, 1.2, 1.4):
    x, it = sor(A, b, omega, 1e-10, 1000)
    print("omega %.1f" % omega, np.allclose(x, exact), "faster than 60 sweeps:", it < 60)
x, it = conjugate_gradient(A, b, 1e-10)
print("cg", np.allclose(x, exact), "at most n steps:", it <= n)

w = jacobi_eigenvalues(A)
print(np.round(w, 6))
print(np.allclose(w, np.linalg.eigvalsh(A)), np.allclose(w, 2.5 - 2 * np.cos(np.pi * np.arange(1, n + 1) / (n + 1))))

# Gauss-Jordan on whole rows
M = np.array([[0.0, 2.0, 1.0], [1.0, -2.0, -3.0], [-1.0, 1.0, 2.0]])
T = np.hstack((M, np.eye(3)))
for k in range(3):
    p = k + np.abs(T[k:, k]).argmax()
    T[[k, p]] = T[[p, k]]
    T[k] /= T[k, k]
    for i in range(3):
        if i != k:
            T[i] -= T[i, k] * T[k]
print(T[:, 3:] + 0.0)
print("inverse ok:", np.allclose(M @ T[:, 3:], np.eye(3)))
