# Arrays made from a rule.
import numpy as np


def eye(n: int, m: int, k: int, dtype):
    out = np.zeros((n, m), dtype)
    first = max(0, -k)
    for i in range(first, min(n, m - k)):
        out[i, i + k] = 1
    return out


def eye_any(n, m, k, dtype, order):
    if m is None:
        return eye(n, n, k, dtype)
    return eye(n, m, k, dtype)


def identity(n: int, dtype):
    return eye(n, n, 0, dtype)


def diag(v, k):
    x = np.asarray(v)
    if x.ndim == 1:
        return diag_matrix(x, k)
    if x.ndim == 2:
        return np.diagonal(x, k)
    raise ValueError("Input must be 1- or 2-d.")


def diag_matrix(x, k: int):
    n = x.shape[0] + abs(k)
    out = np.zeros((n, n), x.dtype)
    row = max(0, -k)
    col = max(0, k)
    for i in range(x.shape[0]):
        out[row + i, col + i] = x[i]
    return out


def diagflat(v, k):
    return diag_matrix(np.asarray(v).reshape(-1), k)


def fill_diagonal(a, val, wrap):
    v = np.asarray(val)
    if a.ndim == 2:
        n = min(a.shape[0], a.shape[1])
        if v.ndim == 0:
            for i in range(n):
                a[i, i] = val
        else:
            for i in range(n):
                a[i, i] = v[i % v.shape[0]]
        if wrap and a.shape[0] > a.shape[1] + 1:
            for i in range(a.shape[1] + 1, a.shape[0]):
                j = i % (a.shape[1] + 1)
                if j < a.shape[1]:
                    a[i, j] = val
    elif a.ndim == 3:
        for i in range(a.shape[0]):
            a[i, i, i] = val
    else:
        raise ValueError("array must be at least 2-d")


def tri(n: int, m: int, k: int, dtype):
    out = np.zeros((n, m), dtype)
    for i in range(n):
        out[i, :min(max(i + k + 1, 0), m)] = 1
    return out


def tri_any(n, m, k, dtype, like):
    if m is None:
        return tri(n, n, k, dtype)
    return tri(n, m, k, dtype)


def tril(m, k):
    x = np.asarray(m)
    if x.ndim == 1:
        return tril(np.broadcast_to(x, (x.shape[0], x.shape[0])), k)
    return np.where(tri(x.shape[-2], x.shape[-1], k, np.bool_), x, x.dtype.type(0))


def triu(m, k):
    x = np.asarray(m)
    if x.ndim == 1:
        return triu(np.broadcast_to(x, (x.shape[0], x.shape[0])), k)
    return np.where(tri(x.shape[-2], x.shape[-1], k - 1, np.bool_), x.dtype.type(0), x)


def tril_indices(n, k, m):
    if m is None:
        return np.nonzero(tri(n, n, k, np.bool_))
    return np.nonzero(tri(n, m, k, np.bool_))


def triu_indices(n, k, m):
    if m is None:
        return np.nonzero(~tri(n, n, k - 1, np.bool_))
    return np.nonzero(~tri(n, m, k - 1, np.bool_))


def tril_indices_from(arr, k):
    return tril_indices(arr.shape[0], k, arr.shape[1])


def triu_indices_from(arr, k):
    return triu_indices(arr.shape[0], k, arr.shape[1])


def diag_indices(n, ndim):
    i = np.arange(n)
    if ndim == 1:
        return (i,)
    if ndim == 3:
        return i, i, i
    return i, i


def diag_indices_from(arr):
    return diag_indices(arr.shape[0], arr.ndim)


def vander(x, n, increasing):
    v = np.asarray(x)
    if n is None:
        return vander_columns(v, v.shape[0], increasing)
    return vander_columns(v, n, increasing)


def vander_columns(v, n: int, increasing):
    dtype = v.dtype
    if v.dtype.kind == 'b':
        dtype = np.int64
    elif v.dtype.kind == 'i':
        dtype = np.int64
    elif v.dtype.kind == 'u':
        dtype = np.uint64
    out = np.empty((v.shape[0], n), dtype)
    to = out if increasing else out[:, ::-1]
    if n > 0:
        to[:, 0] = 1
    for j in range(1, n):
        to[:, j] = to[:, j - 1] * v
    return out


def logspace(start, stop, num, endpoint, base, dtype, axis):
    y = np.linspace(start, stop, num, endpoint=endpoint)
    r = np.power(base, y)
    if dtype is None:
        return r
    return r.astype(dtype)


# As numpy.geomspace: logarithms of the quotient, the ends set exactly.
def geomspace(start, stop, num, endpoint, dtype, axis):
    if start == 0 or stop == 0:
        raise ValueError("Geometric sequence cannot include zero")
    a = float(start)
    b = float(stop)
    sign = 1.0
    if a < 0 and b < 0:
        sign = -1.0
    quotient = b / a
    log_stop = np.log10(quotient)
    r = np.power(10.0, np.linspace(0.0, log_stop, num, endpoint=endpoint)) * a
    if num > 0:
        r[0] = a
        if num > 1 and endpoint:
            r[-1] = b
    if dtype is None:
        return r
    return r.astype(dtype)


def fromfunction(function, shape, dtype):
    if len(shape) == 1:
        return function(np.arange(shape[0]).astype(dtype))
    g = np.indices(shape, dtype)
    if len(shape) == 2:
        return function(g[0], g[1])
    return function(g[0], g[1], g[2])


def fromiter(iterable, dtype, count):
    xs = [x for x in iterable]
    a = np.array(xs).astype(dtype)
    if count is None or count < 0:
        return a
    if len(a) < count:
        raise ValueError(f'iterator too short: Expected {count} but iterator had only {len(a)} items.')
    return a[:count]
