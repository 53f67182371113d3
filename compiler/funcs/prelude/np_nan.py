# Statistics that leave NaNs out.
import numpy as np


def inexact(x):
    return x.dtype.kind == 'f' or x.dtype.kind == 'c'


def nansum(a, axis, dtype, out, keepdims):
    x = np.asarray(a)
    if inexact(x):
        return np.sum(np.where(np.isnan(x), x.dtype.type(0), x), axis=axis, dtype=dtype, keepdims=keepdims)
    return np.sum(x, axis=axis, dtype=dtype, keepdims=keepdims)


def nanprod(a, axis, dtype, out, keepdims):
    x = np.asarray(a)
    if inexact(x):
        return np.prod(np.where(np.isnan(x), x.dtype.type(1), x), axis=axis, dtype=dtype, keepdims=keepdims)
    return np.prod(x, axis=axis, dtype=dtype, keepdims=keepdims)


def nancumsum(a, axis, dtype, out):
    x = np.asarray(a)
    if inexact(x):
        return np.cumsum(np.where(np.isnan(x), x.dtype.type(0), x), axis=axis, dtype=dtype)
    return np.cumsum(x, axis=axis, dtype=dtype)


def nancumprod(a, axis, dtype, out):
    x = np.asarray(a)
    if inexact(x):
        return np.cumprod(np.where(np.isnan(x), x.dtype.type(1), x), axis=axis, dtype=dtype)
    return np.cumprod(x, axis=axis, dtype=dtype)


def nanmax(a, axis, out, keepdims):
    x = np.asarray(a)
    if inexact(x):
        return np.fmax.reduce(x, axis=axis, keepdims=keepdims)
    return np.max(x, axis=axis, keepdims=keepdims)


def nanmin(a, axis, out, keepdims):
    x = np.asarray(a)
    if inexact(x):
        return np.fmin.reduce(x, axis=axis, keepdims=keepdims)
    return np.min(x, axis=axis, keepdims=keepdims)


def nanargmax(a, axis):
    x = np.asarray(a)
    if x.dtype.kind == 'f':
        if np.any(np.all(np.isnan(x), axis=axis)):
            raise ValueError("All-NaN slice encountered")
        return np.argmax(np.where(np.isnan(x), x.dtype.type(-np.inf), x), axis=axis)
    return np.argmax(x, axis=axis)


def nanargmin(a, axis):
    x = np.asarray(a)
    if x.dtype.kind == 'f':
        if np.any(np.all(np.isnan(x), axis=axis)):
            raise ValueError("All-NaN slice encountered")
        return np.argmin(np.where(np.isnan(x), x.dtype.type(np.inf), x), axis=axis)
    return np.argmin(x, axis=axis)


def nanmean(a, axis, dtype, out, keepdims):
    x = np.asarray(a)
    if not inexact(x):
        return np.mean(x, axis=axis, dtype=dtype, keepdims=keepdims)
    missing = np.isnan(x)
    n = np.sum(~missing, axis=axis, keepdims=keepdims)
    total = np.sum(np.where(missing, x.dtype.type(0), x), axis=axis, dtype=dtype, keepdims=keepdims)
    return np.true_divide(total, n.astype(total.dtype))


def nanvar(a, axis, dtype, out, ddof, keepdims):
    x = np.asarray(a)
    if not inexact(x):
        return np.var(x, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)
    zero = x.dtype.type(0)
    missing = np.isnan(x)
    n = np.sum(~missing, axis=axis, keepdims=True)
    avg = np.sum(np.where(missing, zero, x), axis=axis, keepdims=True) / n.astype(x.dtype)
    d = np.where(missing, zero, x - avg)
    if x.dtype.kind == 'c':
        total = np.sum((d * np.conj(d)).real, axis=axis, keepdims=keepdims)
    else:
        total = np.sum(d * d, axis=axis, keepdims=keepdims)
    dof = (np.sum(~missing, axis=axis, keepdims=keepdims) - ddof).astype(total.dtype)
    return np.where(dof <= 0, np.nan, total / dof).astype(total.dtype) if dof.ndim > 0 else nan_divide(total, dof)


def nan_divide(total, dof):
    if dof <= 0:
        return total.dtype.type(np.nan)
    return total / dof


def nanstd(a, axis, dtype, out, ddof, keepdims):
    return np.sqrt(nanvar(a, axis, dtype, out, ddof, keepdims))


def kept(line):
    return line[~np.isnan(line)]


def nanmedian(a, axis, out, overwrite_input, keepdims):
    x = np.asarray(a)
    if x.dtype.kind != 'f':
        return np.median(x, axis=axis, keepdims=keepdims)
    if axis is None:
        return np.median(kept(x.reshape(-1)))
    m = np.moveaxis(x, axis, -1)
    lines = m.reshape((-1, m.shape[-1]))
    r = np.empty(lines.shape[0], x.dtype)
    for i in range(lines.shape[0]):
        r[i] = np.median(kept(lines[i]))
    res = r.reshape(m.shape[:-1])
    if keepdims:
        return np.expand_dims(res, axis)
    return res


def nanquantile(a, q, axis, out, overwrite_input, method, keepdims):
    x = np.asarray(a)
    if x.dtype.kind != 'f':
        return np.quantile(x, q, axis=axis, method=method, keepdims=keepdims)
    if axis is None:
        return np.quantile(kept(x.reshape(-1)), q, method=method)
    m = np.moveaxis(x, axis, -1)
    lines = m.reshape((-1, m.shape[-1]))
    p = np._values(q)
    if p.ndim == 0:
        r = np.empty(lines.shape[0], x.dtype)
        for i in range(lines.shape[0]):
            r[i] = np.quantile(kept(lines[i]), q, method=method)
        return r.reshape(m.shape[:-1])
    r2 = np.empty((p.shape[0], lines.shape[0]), x.dtype)
    for i in range(lines.shape[0]):
        r2[:, i] = np.quantile(kept(lines[i]), q, method=method)
    return r2.reshape(p.shape + m.shape[:-1])


def nanpercentile(a, q, axis, out, overwrite_input, method, keepdims):
    return nanquantile(a, np._values(q) / 100, axis, out, overwrite_input, method, keepdims)
