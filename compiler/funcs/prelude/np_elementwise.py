# Elementwise functions of NumPy that are no ufuncs.
import math
import numpy as np


def round_ints(a, decimals: int):
    if decimals >= 0:
        return a + a.dtype.type(0)
    p = 10.0 ** -decimals
    return (np.rint(a / p) * p).astype(a.dtype)


def round_floats(a, decimals: int):
    if decimals >= 0:
        p = a.dtype.type(10.0 ** decimals)
        return np.rint(a * p) / p
    q = a.dtype.type(10.0 ** -decimals)
    return np.rint(a / q) * q


# The parts by themselves: as complex numbers, a quotient has no negative zeros.
def round_complex(a, decimals: int):
    real = round_floats(a.real, decimals)
    imag = round_floats(a.imag, decimals)
    if isinstance(a, np.ndarray):
        out = np.empty(a.shape, dtype=a.dtype)
        out.real = real
        out.imag = imag
        return out
    return a.dtype.type(complex(real, imag))


def sinc(x):
    v = np._values(x)
    y = np.pi * np.where(v, v, 1.0e-20)
    return np.sin(y) / y


def fix(x, out):
    r = np.trunc(np._values(x))
    if out is not None:
        out[...] = r
        return out
    return r


def isposinf(x, out):
    r = np._values(x) == np.inf
    if out is not None:
        out[...] = r
        return out
    return r


def isneginf(x, out):
    r = np._values(x) == -np.inf
    if out is not None:
        out[...] = r
        return out
    return r


def angle(z, deg):
    v = np._values(z)
    a = np.arctan2(v.imag, v.real)
    if deg:
        return a * (180 / np.pi)
    return a


def nan_to_num(x, copy, nan, posinf, neginf):
    v = np._values(x)
    if v.dtype.kind == 'f':
        lim = np.finfo(v.dtype)
        hi = lim.max if posinf is None else posinf
        lo = lim.min if neginf is None else neginf
        r = np.where(np.isnan(v), v.dtype.type(nan), v)
        r = np.where(r == np.inf, v.dtype.type(hi), r)
        r = np.where(r == -np.inf, v.dtype.type(lo), r)
        if not copy and isinstance(x, np.ndarray):
            x[...] = r
            return x
        return r
    if v.dtype.kind == 'c':
        re = nan_to_num(v.real, True, nan, posinf, neginf)
        im = nan_to_num(v.imag, True, nan, posinf, neginf)
        return (re + im * 1j).astype(v.dtype)
    if copy and v.ndim > 0:
        return v.copy()
    return v


def isclose(a, b, rtol, atol, equal_nan):
    x = np._values(a)
    y = np._values(b)
    if y.dtype.kind != 'f' and y.dtype.kind != 'c':
        y = y.astype(np.float64)
    r = (np.abs(x - y) <= atol + rtol * np.abs(y)) & np.isfinite(y) | (x == y)
    if equal_nan:
        return r | (np.isnan(x) & np.isnan(y))
    return r


def allclose(a, b, rtol, atol, equal_nan):
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a, b, equal_nan):
    if a.shape != b.shape:
        return False
    same = a == b
    if equal_nan:
        same = same | (np.isnan(a) & np.isnan(b))
    return bool(np.all(same))


def array_equiv(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    n = max(x.ndim, y.ndim)
    for i in range(1, n + 1):
        if i <= x.ndim and i <= y.ndim:
            p = x.shape[-i]
            q = y.shape[-i]
            if p != q and p != 1 and q != 1:
                return False
    return bool(np.all(x == y))


def unwrap(p, discont, axis, period):
    v = np._values(p).astype(np.float64)
    d = np.moveaxis(v, axis, -1)
    dd = np.diff(d, axis=-1)
    limit = period / 2 if discont is None else max(discont, period / 2)
    high = period / 2
    m = np.mod(dd + high, period) - high
    m = np.where((m == -high) & (dd > 0), high, m)
    correct = np.where(np.abs(dd) < limit, 0.0, m - dd)
    out = d.copy()
    out[..., 1:] = d[..., 1:] + np.cumsum(correct, axis=-1)
    return np.moveaxis(out, -1, axis)
