# Methods of universal functions that no reduction of the TIR covers, and elementwise integer functions.
import numpy as np


def gcd(a, b):
    a = abs(a)
    b = abs(b)
    while b != 0:
        a, b = b, a % b
    return a


def lcm(a, b):
    g = gcd(a, b)
    if g == 0:
        return g
    return abs(a // g * b)


# 1 / z for complex z.
def reciprocal(z):
    real = z.real
    imag = z.imag
    kind = z.dtype.type
    one = real.dtype.type(1)
    if abs(imag) <= abs(real):
        r = imag / real
        d = real + imag * r
        return kind(complex(one / d, -r / d))
    r = real / imag
    d = real * r + imag
    return kind(complex(r / d, -one / d))


def reduce(f, a, axis, keepdims, initial):
    if a.ndim == 0:
        return a
    if axis is None:
        return reduce(f, a.reshape(-1), 0, False, initial)
    b = np.moveaxis(a, axis, 0)
    n = b.shape[0]
    if b.ndim == 1:
        if initial is None:
            if n == 0:
                raise ValueError("zero-size array to reduction operation which has no identity")
            acc = b[0]
        else:
            acc = f(b.dtype.type(initial), b[0]) if n > 0 else initial
        for i in range(1, n):
            acc = f(acc, b[i])
        if keepdims:
            return np.full((1,), acc)
        return acc
    if n == 0:
        raise ValueError("zero-size array to reduction operation which has no identity")
    out = np.empty(b.shape[1:], f(b[0], b[0]).dtype)
    if initial is None:
        out[...] = b[0]
    else:
        out[...] = f(initial, b[0])
    for i in range(1, n):
        out[...] = f(out, b[i])
    if keepdims:
        return np.expand_dims(out, axis)
    return out


def accumulate(f, a, axis):
    b = np.moveaxis(a, axis, 0)
    n = b.shape[0]
    out = np.empty(a.shape, f(a, a).dtype)
    to = np.moveaxis(out, axis, 0)
    if n > 0:
        to[0] = b[0]
    for i in range(1, n):
        to[i] = f(to[i - 1], b[i])
    return out


def reduceat(f, a, indices, axis, dtype):
    b = np.moveaxis(a, axis, 0)
    idx = np.asarray(indices)
    n = len(idx)
    out = np.empty((n,) + b.shape[1:], dtype)
    for i in range(n):
        first = idx[i]
        last = idx[i + 1] if i + 1 < n else b.shape[0]
        if first >= b.shape[0] or first < 0:
            raise IndexError("index " + str(first) + " out-of-bounds in " + f.__name__ + ".reduceat [0, " + str(b.shape[0]) + ")")
        if first < last:
            out[i] = f.reduce(b[first:last], axis=0, dtype=dtype)
        else:
            out[i] = b[first]
    return np.moveaxis(out, 0, axis)


def at(f, a, indices, b):
    if isinstance(indices, tuple):
        if len(indices) == 1:
            at(f, a, indices[0], b)
        elif len(indices) == 2:
            at2(f, a, np.asarray(indices[0]), np.asarray(indices[1]), np.asarray(b))
        else:
            at3(f, a, np.asarray(indices[0]), np.asarray(indices[1]), np.asarray(indices[2]), np.asarray(b))
    elif isinstance(indices, slice):
        a[indices] = f(a[indices], b)
    else:
        at1(f, a, np.asarray(indices), np.asarray(b))


def at1(f, a, idx, b):
    if idx.dtype == np.bool_:
        at1(f, a, np.flatnonzero(idx), b)
    elif idx.ndim == 0:
        a[idx] = f(a[idx], b)
    elif idx.ndim > 1:
        at1(f, a, idx.reshape(-1), np.broadcast_to(b, idx.shape + a.shape[1:]).reshape((idx.size,) + a.shape[1:]))
    elif b.ndim >= a.ndim:
        bb = np.broadcast_to(b, idx.shape + a.shape[1:])
        for k in range(len(idx)):
            a[idx[k]] = f(a[idx[k]], bb[k])
    else:
        for k in range(len(idx)):
            a[idx[k]] = f(a[idx[k]], b)


def at2(f, a, i, j, b):
    ii, jj = np.broadcast_arrays(i, j)
    if b.ndim > 0:
        bb = np.broadcast_to(b, ii.shape)
        for k in range(len(ii)):
            a[ii[k], jj[k]] = f(a[ii[k], jj[k]], bb[k])
    else:
        for k in range(len(ii)):
            a[ii[k], jj[k]] = f(a[ii[k], jj[k]], b)


def at3(f, a, i, j, l, b):
    ii, jj, ll = np.broadcast_arrays(i, j, l)
    bb = np.broadcast_to(b, ii.shape)
    for k in range(len(ii)):
        a[ii[k], jj[k], ll[k]] = f(a[ii[k], jj[k], ll[k]], bb[k])


def at_unary(f, a, indices):
    idx = np.asarray(indices)
    for k in range(len(idx)):
        a[idx[k]] = f(a[idx[k]])
