# Order statistics, averages, covariance.
import numpy as np


def average(a, axis, weights, returned, keepdims):
    x = np.asarray(a)
    if weights is None:
        avg = np.mean(x, axis=axis, keepdims=keepdims)
        if returned:
            if axis is None:
                return avg, avg.dtype.type(x.size)
            return avg, np.full(np.shape(avg), x.size / np.size(avg))
        return avg
    w = np.asarray(weights)
    dtype = np.result_type(x.dtype, w.dtype)
    if dtype.kind != 'f' and dtype.kind != 'c':
        dtype = np.float64
    if axis is None:
        if x.shape != w.shape:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        scl = np.sum(w, dtype=dtype)
        if scl == 0.0:
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        avg = np.sum(np.multiply(x, w, dtype=dtype), keepdims=keepdims) / scl
        if returned:
            return avg, scl
        return avg
    if x.ndim != w.ndim:
        if w.shape[0] != x.shape[axis]:
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        w2 = np.moveaxis(w.reshape((1,) * (x.ndim - 1) + w.shape), -1, axis)
        return weighted(x, np.broadcast_to(w2, x.shape), axis, dtype, returned, keepdims)
    return weighted(x, w, axis, dtype, returned, keepdims)


def weighted(x, w, axis, dtype, returned, keepdims):
    scl = np.sum(w, axis=axis, dtype=dtype, keepdims=keepdims)
    if np.any(scl == 0.0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    avg = np.sum(np.multiply(x, w, dtype=dtype), axis=axis, keepdims=keepdims) / scl
    if returned:
        return avg, scl
    return avg


# The array sorted along the axis, which comes first.
def sorted_first(x, axis):
    if axis is None:
        return np.sort(x.reshape(-1))
    if isinstance(axis, tuple):
        return np.sort(tuple_first(x, axis), axis=0)
    return np.sort(np.moveaxis(x, axis, 0), axis=0)


def tuple_first(x, axis):
    if len(axis) == 1:
        return np.moveaxis(x, axis[0], 0)
    if len(axis) == x.ndim:
        return x.reshape(-1)
    y = np.moveaxis(np.moveaxis(x, axis[0], 0), axis[1], 1)
    return y.reshape((-1,) + y.shape[2:])


def restore(r, x, axis, keepdims):
    if not keepdims:
        return r
    if axis is None:
        return np.reshape(r, (1,) * x.ndim)
    return np.expand_dims(r, axis)


def median(a, axis, out, overwrite_input, keepdims):
    x = np.asarray(a)
    r = restore(median_sorted(sorted_first(x, axis)), x, axis, keepdims)
    if out is not None:
        out[...] = r
        return out
    return r


def median_sorted(s):
    n = s.shape[0]
    if n == 0:
        return np.mean(s, axis=0)
    h = n // 2
    if s.ndim == 1:
        if s.dtype.kind == 'f' and np.isnan(s[n - 1]):
            return s[n - 1]
        if n % 2 == 1:
            return np.mean(s[h:h + 1])
        return np.mean(s[h - 1:h + 1])
    r = np.mean(s[h - 1 + n % 2:h + 1], axis=0)
    if s.dtype.kind == 'f':
        return np.where(np.isnan(s[n - 1]), s[n - 1], r)
    return r


def percentile(a, q, axis, out, overwrite_input, method, keepdims):
    x = np.asarray(a)
    if x.dtype.kind == 'f':
        p = np._values(q / x.dtype.type(100) if np.isscalar(q) else np.asarray(q) / x.dtype.type(100))
    else:
        p = np._values(q) / 100
    if np.any(p < 0) or np.any(p > 1):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return quantile_of(x, p, axis, out, method, keepdims)


def quantile(a, q, axis, out, overwrite_input, method, keepdims):
    p = np._values(q)
    if p.dtype.kind != 'f':
        p = p.astype(np.float64)
    if np.any(p < 0) or np.any(p > 1):
        raise ValueError("Quantiles must be in the range [0, 1]")
    return quantile_of(np.asarray(a), p, axis, out, method, keepdims)


def quantile_of(x, p, axis, out, method, keepdims):
    if x.dtype.kind == 'b':
        return quantile_of(x.astype(np.uint8), p, axis, out, method, keepdims)
    s = sorted_first(x, axis)
    if p.ndim == 0:
        r = restore(quantile_sorted(s, p, method), x, axis, keepdims)
        if out is not None:
            out[...] = r
            return out
        return r
    flat = p.reshape(-1)
    res = np.empty(flat.shape + s.shape[1:], result_dtype(s, p, method))
    for i in range(flat.shape[0]):
        res[i] = quantile_sorted(s, flat[i], method)
    return res.reshape(p.shape + s.shape[1:])


def result_dtype(s, p, method):
    if method == 'lower' or method == 'higher' or method == 'nearest' or method == 'inverted_cdf':
        return s.dtype
    return np.result_type(s.dtype, p.dtype)


# Hyndman and Fan's position n * q + alpha + q * (1 - alpha - beta) - 1 among the sorted values.
def position(n, q, method):
    if method == 'linear' or method == 'lower' or method == 'higher' or method == 'midpoint' or method == 'nearest':
        return (n - 1) * q
    if method == 'hazen':
        return n * q + (0.5 + q * 0.0) - 1
    if method == 'weibull':
        return n * q + q - 1
    if method == 'median_unbiased':
        return n * q + (1 / 3 + q * (1 - 1 / 3 - 1 / 3)) - 1
    if method == 'normal_unbiased':
        return n * q + (3 / 8 + q * (1 - 3 / 8 - 3 / 8)) - 1
    if method == 'interpolated_inverted_cdf':
        return n * q - 1
    if method == 'averaged_inverted_cdf' or method == 'inverted_cdf':
        return n * q - 1
    if method == 'closest_observation':
        return n * q - 1 - 0.5
    raise ValueError("'" + method + "' is not a valid method. Use one of: dict_keys")


def quantile_sorted(s, q, method):
    n = s.shape[0]
    at = position(n, q, method)
    if method == 'lower':
        return pick(s, int(np.floor(at)))
    if method == 'higher':
        return pick(s, int(np.ceil(at)))
    if method == 'inverted_cdf':
        return pick(s, int(np.ceil(at)))
    if method == 'nearest' or method == 'closest_observation':
        return pick(s, int(np.rint(at)))
    if n == 0:
        return np.mean(s, axis=0)
    low = np.floor(at)
    g = at - low
    if method == 'midpoint':
        g = 0.5 if g > 0 else 0.0
    if method == 'averaged_inverted_cdf':
        g = 1.0 if g > 0 else 0.5
    i = int(low)
    k = i + 1
    if at >= n - 1:
        i = n - 1
        k = n - 1
    if at < 0:
        i = 0
        k = 0
    r = lerp(s[i], s[k], q.dtype.type(g))
    if s.dtype.kind == 'f':
        return np.where(np.isnan(s[n - 1]), s[n - 1], r) if s.ndim > 1 else (s[n - 1] if np.isnan(s[n - 1]) else r)
    return r


def pick(s, i):
    n = s.shape[0]
    if n == 0:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    i = min(max(i, 0), n - 1)
    if s.dtype.kind == 'f' and s.ndim == 1:
        if np.isnan(s[n - 1]):
            return s[n - 1]
    return s[i]


# Exact at both ends: numpy.lib._function_base_impl._lerp.
def lerp(a, b, t):
    d = b - a
    if t >= 0.5:
        return b - d * (1 - t)
    return a + d * t


def cov(m, y, rowvar, bias, ddof, fweights, aweights, dtype):
    x = np.asarray(m)
    if x.ndim == 1 and y is None:
        return cov_matrix(x.reshape((1, -1)), bias, ddof, fweights, aweights)[0, 0]
    if x.ndim == 1:
        v = np.asarray(y)
        if v.ndim == 1:
            return cov_matrix(np.vstack((x, v)), bias, ddof, fweights, aweights)
        return cov_matrix(np.vstack((x.reshape((1, -1)), v if rowvar else v.T)), bias, ddof, fweights, aweights)
    rows = x if rowvar else x.T
    if y is None:
        return cov_matrix(rows, bias, ddof, fweights, aweights)
    v2 = np.atleast_2d(np.asarray(y))
    return cov_matrix(np.vstack((rows, v2 if rowvar else v2.T)), bias, ddof, fweights, aweights)


def cov_matrix(rows, bias, ddof, fweights, aweights):
    x = rows.astype(np.result_type(rows.dtype, np.float64))
    d = ddof
    if ddof is None:
        d = 0 if bias else 1
    if fweights is None and aweights is None:
        fact = x.shape[1] - d
        c = x - np.mean(x, axis=1)[:, None]
        return np.dot(c, np.conj(c.T)) * (1 / max(fact, 0.0))
    if aweights is None:
        w = np.asarray(fweights).astype(np.float64)
    elif fweights is None:
        w = np.asarray(aweights).astype(np.float64)
    else:
        w = np.asarray(fweights).astype(np.float64) * np.asarray(aweights)
    total = np.sum(w)
    avg = np.sum(x * w, axis=1) / total
    if d == 0:
        fact2 = total
    elif aweights is None:
        fact2 = total - d
    else:
        fact2 = total - d * np.sum(w * np.asarray(aweights)) / total
    c2 = x - avg[:, None]
    return np.dot(c2, np.conj((c2 * w).T)) * (1 / fact2)


def corrcoef(x, y, rowvar, dtype):
    c = cov(x, y, rowvar, False, None, None, None, None)
    if c.ndim == 0:
        return c / c
    s = np.sqrt(np.diagonal(c).real)
    r = c / s[:, None] / s[None, :]
    if r.dtype.kind == 'c':
        return r
    return np.clip(r, -1, 1)


# Numba's percentiles: numba/np/arraymath.py, _collect_percentiles_inner.
def ranked(a, q, skip_nan, of_hundred):
    p = np.asarray(q).astype(np.float64).reshape(-1)
    for i in range(p.shape[0]):
        if not 0.0 <= p[i] <= (100.0 if of_hundred else 1.0):
            raise ValueError('Percentiles must be in the range [0, 100]' if of_hundred else
                             'Quantiles must be in the range [0, 1]')
    x = np.asarray(a).astype(np.float64).reshape(-1)
    nan = np.isnan(x)
    out = np.full(p.shape[0], np.nan)
    if skip_nan or not np.any(nan):
        s = np.sort(x[~nan])
        n = s.shape[0]
        if n > 1:
            for i in range(p.shape[0]):
                out[i] = at_rank(s, p[i] if of_hundred else p[i] * 100.0)
        elif n == 1 and np.isfinite(s[0]):
            out[:] = s[0]
    if np.ndim(q) == 0:
        return out[0]
    return out


def at_rank(s, percent):
    n = s.shape[0]
    infinite = not np.all(np.isfinite(s))
    if percent == 100.0:
        return np.nan if infinite and not np.isfinite(s[n - 1]) else s[n - 1]
    if percent == 0.0:
        above = np.sum(s == np.inf)
        below = np.sum(s == -np.inf)
        finite = n - above - below
        if infinite and (finite == 0 or above == 1 and n == 2 or below > 1 or
                         finite == 1 and above > 1 and below != 1):
            return np.nan
        return s[0]
    rank = 1 + (n - 1) * (percent / 100.0)
    low = np.floor(rank)
    m = rank - low
    k = int(low) - 1
    return s[k] * (1 - m) + s[k + 1] * m
