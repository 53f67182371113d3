# Polynomials as arrays of coefficients, highest power first.
import numpy as np


def polyval(p, x):
    c = np.asarray(p)
    v = np._values(x)
    dtype = np.result_type(c.dtype, v.dtype)
    if v.ndim == 0:
        y = dtype.type(0)
        for i in range(c.shape[0]):
            y = y * v + c[i]
        return y
    out = np.zeros(v.shape, dtype)
    for i in range(c.shape[0]):
        out[...] = out * v + c[i]
    return out


def trimmed(c):
    first = 0
    while first < c.shape[0] - 1 and c[first] == 0:
        first += 1
    return c[first:]


def polyadd(a1, a2):
    a = np.atleast_1d(np.asarray(a1))
    b = np.atleast_1d(np.asarray(a2))
    n = max(a.shape[0], b.shape[0])
    out = np.zeros(n, np.result_type(a.dtype, b.dtype))
    out[n - a.shape[0]:] = a
    out[n - b.shape[0]:] += b
    return out


def polysub(a1, a2):
    a = np.atleast_1d(np.asarray(a1))
    b = np.atleast_1d(np.asarray(a2))
    n = max(a.shape[0], b.shape[0])
    out = np.zeros(n, np.result_type(a.dtype, b.dtype))
    out[n - a.shape[0]:] = a
    out[n - b.shape[0]:] -= b
    return out


def polymul(a1, a2):
    a = trimmed(np.atleast_1d(np.asarray(a1)))
    b = trimmed(np.atleast_1d(np.asarray(a2)))
    return np.convolve(a, b)


def polydiv(u, v):
    a = np.atleast_1d(np.asarray(u)).astype(np.result_type(np.asarray(u).dtype, np.float64))
    b = np.atleast_1d(np.asarray(v)).astype(a.dtype)
    m = a.shape[0] - 1
    n = b.shape[0] - 1
    scale = 1.0 / b[0]
    q = np.zeros(max(m - n + 1, 1), a.dtype)
    r = a.copy()
    for k in range(0, m - n + 1):
        d = scale * r[k]
        q[k] = d
        for i in range(n + 1):
            r[k + i] -= d * b[i]
    first = 0
    while first < r.shape[0] - 1 and np.abs(r[first]) <= 1e-8:
        first += 1
    return q, r[first:]


def polyder(p, m):
    c = np.asarray(p)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    for k in range(m):
        c = der_once(c)
    return c


def der_once(c):
    n = c.shape[0] - 1
    return c[:-1] * np.arange(n, 0, -1)


def polyint(p, m, k):
    c = np.asarray(p)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    y = c.astype(np.result_type(c.dtype, np.float64))
    for i in range(m):
        if k is None:
            y = int_once(y, 0.0)
        elif np.ndim(k) == 0:
            y = int_once(y, k)
        else:
            y = int_once(y, k[i])
    return y


def int_once(c, constant):
    n = c.shape[0]
    out = np.empty(n + 1, c.dtype)
    out[:n] = c / np.arange(n, 0, -1)
    out[n] = constant
    return out


def poly(seq_of_zeros):
    z = np.asarray(seq_of_zeros)
    if z.ndim == 2:
        return poly(np.linalg.eigvals(z))
    dtype = np.result_type(z.dtype, np.float64)
    a = np.ones(1, dtype)
    for i in range(z.shape[0]):
        b = np.zeros(a.shape[0] + 1, dtype)
        b[:-1] = a
        b[1:] -= z[i] * a
        a = b
    return a


def polyfit(x, y, deg, rcond, full, w, cov):
    px = np.asarray(x) + 0.0
    py = np.asarray(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if px.shape[0] == 0:
        raise TypeError("expected non-empty vector for x")
    if px.shape[0] != py.shape[0]:
        raise TypeError("expected x and y to have same length")
    order = deg + 1
    if rcond is None:
        rc = px.shape[0] * 2.220446049250313e-16
    else:
        rc = rcond
    lhs = np.vander(px, order)
    rhs = py
    if w is not None:
        ww = np.asarray(w) + 0.0
        lhs = lhs * ww[:, None]
        if rhs.ndim == 2:
            rhs = rhs * ww[:, None]
        else:
            rhs = rhs * ww
    scale = np.sqrt((lhs * lhs).sum(axis=0))
    lhs = lhs / scale
    sol = np.linalg.lstsq(lhs, rhs, rc)
    if rhs.ndim == 2:
        c = sol[0] / scale[:, None]
    else:
        c = sol[0] / scale
    if full:
        return c, sol[1], sol[2], sol[3], rc
    if cov:
        base = np.linalg.inv(np.dot(lhs.T, lhs)) / np.outer(scale, scale)
        fac = sol[1] / (px.shape[0] - order)
        return c, base * fac
    return c
