# numpy.polynomial: series with the lowest power first, and the nodes of Gauss's quadratures.
import numpy as np


def polyval(x, c, tensor):
    v = np._values(x)
    k = np.asarray(c) * 1.0
    n = k.shape[0]
    r = k[n - 1] + v * 0
    for i in range(2, n + 1):
        r = k[n - i] + r * v
    return r


def polyfit(x, y, deg, rcond, full, w):
    return np.polyfit(x, y, deg, rcond, False, w)[::-1].copy()


def polyroots(c):
    return np.sort(np.roots(np.asarray(c)[::-1].copy()))


def padded_sum(a, b, sign):
    p = np.atleast_1d(np.asarray(a)) + 0.0
    q = np.atleast_1d(np.asarray(b)) + 0.0
    out = np.zeros(max(p.shape[0], q.shape[0]), np.result_type(p.dtype, q.dtype))
    out[:p.shape[0]] = p
    out[:q.shape[0]] += sign * q
    return trimmed(out)


def trimmed(c):
    n = c.shape[0]
    while n > 1 and c[n - 1] == 0:
        n -= 1
    return c[:n]


def polyadd(c1, c2):
    return padded_sum(c1, c2, 1)


def polysub(c1, c2):
    return padded_sum(c1, c2, -1)


def polymul(c1, c2):
    return trimmed(np.convolve(np.asarray(c1) + 0.0, np.asarray(c2) + 0.0))


def polyder(c, m):
    r = np.asarray(c) + 0.0
    for i in range(m):
        if r.shape[0] <= 1:
            r = r[:1] * 0
        else:
            r = r[1:] * np.arange(1, r.shape[0])
    return r


def polyint(c, m, k):
    r = np.asarray(c) + 0.0
    for i in range(m):
        out = np.zeros(r.shape[0] + 1, r.dtype)
        out[1:] = r / np.arange(1, r.shape[0] + 1)
        r = out
    return r


def polyvander(x, deg):
    return np.vander(np.asarray(x) + 0.0, deg + 1, True)


# Clenshaw's recurrence.
def legval(x, c, tensor):
    v = np._values(x)
    k = np.asarray(c)
    n = k.shape[0]
    if n == 1:
        return k[0] + v * 0
    a = k[n - 2] + v * 0
    b = k[n - 1] + v * 0
    m = n
    for i in range(3, n + 1):
        t = a
        m -= 1
        a = k[n - i] - b * ((m - 1) / m)
        b = t + b * v * ((2 * m - 1) / m)
    return a + b * v


def chebval(x, c, tensor):
    v = np._values(x)
    k = np.asarray(c)
    n = k.shape[0]
    if n == 1:
        return k[0] + v * 0
    a = k[n - 2] + v * 0
    b = k[n - 1] + v * 0
    for i in range(3, n + 1):
        t = a
        a = k[n - i] - b
        b = t + b * 2 * v
    return a + b * v


def chebgauss(deg):
    x = np.cos(np.pi * np.arange(1, 2 * deg, 2) / (2.0 * deg))
    return x, np.full(deg, np.pi / deg)


# Eigenvalues of the symmetric companion matrix, one step of Newton's method, weights from derivatives.
def leggauss(deg):
    n = deg
    c = np.zeros((n, n))
    for i in range(1, n):
        b = i / np.sqrt(4.0 * i * i - 1.0)
        c[i - 1, i] = b
        c[i, i - 1] = b
    x = np.linalg.eigvalsh(c)
    for i in range(n):
        p, d = legendre_pair(x[i], n)
        x[i] -= p / d
    fm = np.empty(n)
    df = np.empty(n)
    for i in range(n):
        p, d = legendre_pair(x[i], n)
        q, unused = legendre_pair(x[i], n - 1)
        fm[i] = q
        df[i] = d
    fm = fm / np.abs(fm).max()
    df = df / np.abs(df).max()
    w = 1 / (fm * df)
    w = (w + w[::-1]) / 2
    x = (x - x[::-1]) / 2
    w = w * (2.0 / w.sum())
    return x, w


def legendre_pair(x, n):
    if n == 0:
        return 1.0, 0.0
    p0 = 1.0
    p1 = float(x)
    for k in range(2, n + 1):
        p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
    return p1, n * (x * p1 - p0) / (x * x - 1.0)


def hermgauss(deg):
    n = deg
    c = np.zeros((n, n))
    for i in range(1, n):
        b = np.sqrt(0.5 * i)
        c[i - 1, i] = b
        c[i, i - 1] = b
    x = np.linalg.eigvalsh(c)
    w = np.empty(n)
    for i in range(n):
        d = hermite_normed(x[i], n)
        x[i] -= d / (hermite_normed(x[i], n - 1) * np.sqrt(2.0 * n))
    for i in range(n):
        f = hermite_normed(x[i], n - 1)
        w[i] = 1 / (f * f)
    w = (w + w[::-1]) / 2
    x = (x - x[::-1]) / 2
    return x, w * (np.sqrt(np.pi) / w.sum())


def hermite_normed(x, n):
    if n == 0:
        return 1.0 / np.sqrt(np.sqrt(np.pi))
    c0 = 0.0
    c1 = 1.0 / np.sqrt(np.sqrt(np.pi))
    k = float(n)
    for i in range(n - 1):
        t = c0
        c0 = -c1 * np.sqrt((k - 1.0) / k)
        c1 = t + c1 * x * np.sqrt(2.0 / k)
        k = k - 1.0
    return c0 + c1 * x * np.sqrt(2.0)


def laggauss(deg):
    n = deg
    c = np.zeros((n, n))
    for i in range(n):
        c[i, i] = 2.0 * i + 1
        if i > 0:
            c[i - 1, i] = -i
            c[i, i - 1] = -i
    x = np.linalg.eigvalsh(c)
    fm = np.empty(n)
    df = np.empty(n)
    for i in range(n):
        p, q = laguerre_pair(x[i], n)
        x[i] -= p * x[i] / (n * (p - q))
    for i in range(n):
        p, q = laguerre_pair(x[i], n)
        fm[i] = q
        df[i] = n * (p - q) / x[i]
    fm = fm / np.abs(fm).max()
    df = df / np.abs(df).max()
    w = 1 / (fm * df)
    return x, w / w.sum()


def laguerre_pair(x, n):
    p0 = 1.0
    p1 = 1.0 - x
    for k in range(2, n + 1):
        p0, p1 = p1, ((2 * k - 1 - x) * p1 - (k - 1) * p0) / k
    return p1, p0
