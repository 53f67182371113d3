# Differences, integrals, interpolation, convolution, window functions.
import numpy as np


def diff(a, n, axis, prepend, append):
    x = np.asarray(a)
    if x.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    if prepend is not None:
        p = np.asarray(prepend)
        if p.ndim == 0:
            m = np.moveaxis(x, axis, 0)
            p2 = np.moveaxis(np.broadcast_to(p, (1,) + m.shape[1:]), 0, axis)
            return diff(np.concatenate((p2, x), axis=axis), n, axis, None, append)
        return diff(np.concatenate((p, x), axis=axis), n, axis, None, append)
    if append is not None:
        q = np.asarray(append)
        if q.ndim == 0:
            m = np.moveaxis(x, axis, 0)
            q2 = np.moveaxis(np.broadcast_to(q, (1,) + m.shape[1:]), 0, axis)
            return diff(np.concatenate((x, q2), axis=axis), n, axis, None, None)
        return diff(np.concatenate((x, q), axis=axis), n, axis, None, None)
    if n == 0:
        return x
    if n < 0:
        raise ValueError("order must be non-negative but got " + str(n))
    r = diff_once(x, axis)
    for i in range(1, n):
        r = diff_once(r, axis)
    return r


def diff_once(x, axis):
    m = np.moveaxis(x, axis, 0)
    if x.dtype.kind == 'b':
        d = m[1:] != m[:-1]
    else:
        d = m[1:] - m[:-1]
    if x.ndim == 1:
        return d
    return np.ascontiguousarray(np.moveaxis(d, 0, axis))


def ediff1d(ary, to_end, to_begin):
    x = np.asarray(ary).reshape(-1)
    d = x[1:] - x[:-1]
    if to_begin is not None:
        d = np.concatenate((np.atleast_1d(to_begin).astype(x.dtype), d))
    if to_end is not None:
        d = np.concatenate((d, np.atleast_1d(to_end).astype(x.dtype)))
    return d


def as_inexact(x):
    if x.dtype.kind == 'f' or x.dtype.kind == 'c':
        return x
    return x.astype(np.float64)


def gradient(f, axis, edge_order, varargs):
    x = as_inexact(np.asarray(f))
    n = x.ndim if axis is None else len(axis) if isinstance(axis, tuple) else 1
    if len(varargs) > 1 and len(varargs) != n:
        raise TypeError('invalid number of arguments')
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if axis is not None and not isinstance(axis, tuple):
        return gradient_axis(x, varargs[0] if len(varargs) == 1 else 1.0, axis, edge_order)
    if isinstance(axis, tuple):
        if len(axis) == 1:
            return gradient_axis(x, varargs[0] if len(varargs) == 1 else 1.0, axis[0], edge_order)
        return (gradient_axis(x, spacing_of(varargs, 0), axis[0], edge_order),
                gradient_axis(x, spacing_of(varargs, 1), axis[1], edge_order))
    if x.ndim == 1:
        return gradient_axis(x, spacing_of(varargs, 0), 0, edge_order)
    if x.ndim == 2:
        return (gradient_axis(x, spacing_of(varargs, 0), 0, edge_order),
                gradient_axis(x, spacing_of(varargs, 1), 1, edge_order))
    return (gradient_axis(x, spacing_of(varargs, 0), 0, edge_order),
            gradient_axis(x, spacing_of(varargs, 1), 1, edge_order),
            gradient_axis(x, spacing_of(varargs, 2), 2, edge_order))


def spacing_of(varargs, i):
    if len(varargs) == 0:
        return 1.0
    if len(varargs) == 1:
        return varargs[0]
    return varargs[i]


def gradient_axis(x, spacing, axis, edge_order):
    f = np.moveaxis(x, axis, 0)
    n = f.shape[0]
    if n < edge_order + 1:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
    res = np.empty(x.shape, x.dtype)
    out = np.moveaxis(res, axis, 0)
    h = np.asarray(spacing)
    if h.ndim == 0:
        uniform(out, f, x.dtype.type(spacing), edge_order)
    else:
        if h.shape[0] != n:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        d = as_inexact(h[1:] - h[:-1])
        if np.all(d == d[0]):
            uniform(out, f, d[0], edge_order)
        else:
            uneven(out, f, d, edge_order)
    return res


def uniform(out, f, h, edge_order):
    n = f.shape[0]
    out[1:-1] = (f[2:] - f[:-2]) / (2.0 * h)
    if edge_order == 1:
        out[0] = (f[1] - f[0]) / h
        out[n - 1] = (f[n - 1] - f[n - 2]) / h
    else:
        out[0] = (-1.5 / h) * f[0] + (2.0 / h) * f[1] + (-0.5 / h) * f[2]
        out[n - 1] = (0.5 / h) * f[n - 3] + (-2.0 / h) * f[n - 2] + (1.5 / h) * f[n - 1]


def uneven(out, f, d, edge_order):
    n = f.shape[0]
    for i in range(1, n - 1):
        d1 = d[i - 1]
        d2 = d[i]
        a = -d2 / (d1 * (d1 + d2))
        b = (d2 - d1) / (d1 * d2)
        c = d1 / (d2 * (d1 + d2))
        out[i] = a * f[i - 1] + b * f[i] + c * f[i + 1]
    if edge_order == 1:
        out[0] = (f[1] - f[0]) / d[0]
        out[n - 1] = (f[n - 1] - f[n - 2]) / d[n - 2]
    else:
        d1 = d[0]
        d2 = d[1]
        a = -(2.0 * d1 + d2) / (d1 * (d1 + d2))
        b = (d1 + d2) / (d1 * d2)
        c = -d1 / (d2 * (d1 + d2))
        out[0] = a * f[0] + b * f[1] + c * f[2]
        d1 = d[n - 3]
        d2 = d[n - 2]
        a = d2 / (d1 * (d1 + d2))
        b = -(d2 + d1) / (d1 * d2)
        c = (2.0 * d2 + d1) / (d2 * (d1 + d2))
        out[n - 1] = a * f[n - 3] + b * f[n - 2] + c * f[n - 1]


def trapezoid(y, x, dx, axis):
    v = np.asarray(y)
    m = np.moveaxis(v, axis, 0)
    if x is None:
        return np.sum(dx * (m[1:] + m[:-1]) / 2.0, axis=0)
    p = np.asarray(x)
    if p.ndim == 1:
        d = p[1:] - p[:-1]
        if m.ndim == 1:
            return np.sum(d * (m[1:] + m[:-1]) / 2.0, axis=0)
        return np.sum(d.reshape((-1,) + (1,) * (m.ndim - 1)) * (m[1:] + m[:-1]) / 2.0, axis=0)
    q = np.moveaxis(p, axis, 0)
    return np.sum((q[1:] - q[:-1]) * (m[1:] + m[:-1]) / 2.0, axis=0)


def cumulative_sum(x, axis, dtype, out, include_initial):
    v = np.asarray(x)
    if axis is None:
        ax = 0
    else:
        ax = axis
    r = np.cumsum(v, axis=ax, dtype=dtype)
    if include_initial:
        m = np.moveaxis(r, ax, 0)
        full = np.zeros((m.shape[0] + 1,) + m.shape[1:], r.dtype)
        full[1:] = m
        return np.moveaxis(full, 0, ax)
    return r


# numpy.interp: slopes as multiarray.interp computes them.
def interp(x, xp, fp, left, right, period):
    px = np.asarray(xp).astype(np.float64)
    py = np.asarray(fp)
    if py.dtype.kind != 'c':
        py = py.astype(np.float64)
    if px.shape[0] == 0:
        raise ValueError("array of sample points is empty")
    if px.shape[0] != py.shape[0]:
        raise ValueError("fp and xp are not of the same length.")
    v = np._values(x).astype(np.float64)
    if period is not None:
        per = abs(float(period))
        v = v % per
        px = px % per
        order = np.argsort(px)
        px = px[order]
        py = py[order]
        px = np.concatenate((px[-1:] - per, px, px[:1] + per))
        py = np.concatenate((py[-1:], py, py[:1]))
    lo = py[0] if left is None else py.dtype.type(left)
    hi = py[-1] if right is None else py.dtype.type(right)
    if v.ndim == 0:
        return interp_one(v, px, py, lo, hi)
    flat = v.reshape(-1)
    out = np.empty(flat.shape[0], py.dtype)
    for i in range(flat.shape[0]):
        out[i] = interp_one(flat[i], px, py, lo, hi)
    return out.reshape(v.shape)


def interp_one(x, px, py, lo, hi):
    n = px.shape[0]
    if x != x:
        return py.dtype.type(x)
    if x < px[0]:
        return lo
    if x > px[n - 1]:
        return hi
    a = 0
    b = n
    while a < b:
        mid = (a + b) // 2
        if x >= px[mid]:
            a = mid + 1
        else:
            b = mid
    j = a - 1
    if j == n - 1 or px[j] == x:
        return py[j]
    slope = (py[j + 1] - py[j]) / (px[j + 1] - px[j])
    r = slope * (x - px[j]) + py[j]
    if r != r:
        r = slope * (x - px[j + 1]) + py[j + 1]
        if r != r and py[j] == py[j + 1]:
            r = py[j]
    return r


def correlate(a, v, mode):
    x = np.asarray(a)
    y = np.asarray(v)
    if x.shape[0] == 0:
        raise ValueError('first array argument cannot be empty')
    if y.shape[0] == 0:
        raise ValueError('second array argument cannot be empty')
    dtype = np.result_type(x.dtype, y.dtype)
    p = x.astype(dtype)
    q = np.conj(y).astype(dtype)
    if p.shape[0] < q.shape[0]:
        return slide(q, p, mode)[::-1].copy()
    return slide(p, q, mode)


def convolve(a, v, mode):
    x = np.atleast_1d(np.asarray(a))
    y = np.atleast_1d(np.asarray(v))
    if x.shape[0] == 0:
        raise ValueError('a cannot be empty')
    if y.shape[0] == 0:
        raise ValueError('v cannot be empty')
    dtype = np.result_type(x.dtype, y.dtype)
    p = x.astype(dtype)
    q = y.astype(dtype)
    if p.shape[0] < q.shape[0]:
        return slide(q, p[::-1].copy(), mode)
    return slide(p, q[::-1].copy(), mode)


# out[i] = sum of a[i - left + k] * v[k]; len(a) >= len(v)
def slide(a, v, mode):
    if mode != 'full' and mode != 'same' and mode != 'valid':
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got '{mode}')")
    n = a.shape[0]
    m = v.shape[0]
    if mode == 'full':
        left = m - 1
        size = n + m - 1
    elif mode == 'same':
        left = m // 2
        size = n
    elif mode == 'valid':
        left = 0
        size = n - m + 1
    else:
        raise ValueError("mode must be one of 'valid', 'same', or 'full'")
    # blocks of results, one term of all sums after another: the order of each sum stays, the loop vectorises
    out = np.zeros(size, a.dtype)
    for start in range(0, size, 1024):
        stop = min(start + 1024, size)
        for k in range(m):
            t = v[k]
            shift = k - left
            for i in range(max(start, -shift), min(stop, n - shift)):
                out[i] += a[i + shift] * t
    return out


def window_points(n: int):
    return np.arange(1 - n, n, 2)


def hanning(n: int):
    if n < 1:
        return np.zeros(0)
    if n == 1:
        return np.ones(1)
    return 0.5 + 0.5 * np.cos(np.pi * window_points(n) / (n - 1))


def hamming(n: int):
    if n < 1:
        return np.zeros(0)
    if n == 1:
        return np.ones(1)
    return 0.54 + 0.46 * np.cos(np.pi * window_points(n) / (n - 1))


def blackman(n: int):
    if n < 1:
        return np.zeros(0)
    if n == 1:
        return np.ones(1)
    p = window_points(n)
    return 0.42 + 0.5 * np.cos(np.pi * p / (n - 1)) + 0.08 * np.cos(2.0 * np.pi * p / (n - 1))


def bartlett(n: int):
    if n < 1:
        return np.zeros(0)
    if n == 1:
        return np.ones(1)
    p = window_points(n)
    return np.where(p <= 0, 1 + p / (n - 1), 1 - p / (n - 1))


def kaiser(n: int, beta):
    if n == 1:
        return np.ones(1)
    p = np.arange(0, n)
    half = (n - 1) / 2.0
    b = float(beta)
    return np.i0(b * np.sqrt(1 - ((p - half) / half) ** 2.0)) / np.i0(b)
