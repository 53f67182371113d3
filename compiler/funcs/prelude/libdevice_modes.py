# numba.cuda.libdevice: arithmetic and conversions that round down (rd), up (ru) or towards zero (rz).
#
# The result to nearest is taken, and its error, which is known exactly: s + t is the exact sum (Knuth), a
# product's error is an fma. The sign of the error says which way the nearest number went. Rounding up is
# rounding down with the signs changed.
import math

import numpy as np


# ---- float64 ----


# The largest number not above s + t, s being their sum to nearest; s may have overflowed.
def _down(s, t, is_finite):
    if np.isinf(s) and is_finite:
        if s > 0:
            return np.float64(1.7976931348623157e308)
        return s
    if t < 0:
        return np.nextafter(s, np.float64(-np.inf))
    return s


def _error_of_sum(a, b, s):
    z = s - a
    return (a - (s - z)) + (b - z)


def _add_down(a, b):
    s = a + b
    if s == 0 and (a != 0 or np.signbit(a) != np.signbit(b)):
        return np.float64(-0.0)
    return _down(s, _error_of_sum(a, b, s), np.isfinite(a) and np.isfinite(b))


def dadd_rd(x, y):
    return _add_down(np.float64(x), np.float64(y))


def dadd_ru(x, y):
    return -_add_down(-np.float64(x), -np.float64(y))


def dadd_rz(x, y):
    if np.float64(x) + np.float64(y) < 0:
        return dadd_ru(x, y)
    s = np.float64(x) + np.float64(y)
    if s == 0:
        return s
    return dadd_rd(x, y)


def _mul_down(a, b):
    p = a * b
    return _down(p, np.float64(math.fma(a, b, -p)), np.isfinite(a) and np.isfinite(b))


def dmul_rd(x, y):
    return _mul_down(np.float64(x), np.float64(y))


def dmul_ru(x, y):
    return -_mul_down(-np.float64(x), np.float64(y))


def dmul_rz(x, y):
    if np.signbit(np.float64(x)) != np.signbit(np.float64(y)):
        return dmul_ru(x, y)
    return dmul_rd(x, y)


def _div_down(a, b):
    q = a / b
    if np.isinf(b) or b == 0 or not np.isfinite(a):
        return q
    r = np.float64(math.fma(-q, b, a))
    if b < 0:
        r = -r
    return _down(q, r, True)


def ddiv_rd(x, y):
    return _div_down(np.float64(x), np.float64(y))


def ddiv_ru(x, y):
    return -_div_down(-np.float64(x), np.float64(y))


def ddiv_rz(x, y):
    if np.signbit(np.float64(x)) != np.signbit(np.float64(y)):
        return ddiv_ru(x, y)
    return ddiv_rd(x, y)


def drcp_rd(x):
    return ddiv_rd(1.0, x)


def drcp_ru(x):
    return ddiv_ru(1.0, x)


def drcp_rz(x):
    return ddiv_rz(1.0, x)


def _sqrt_error(a, r):
    if a == 0 or not np.isfinite(r):
        return np.float64(0.0)
    return np.float64(math.fma(-r, r, a))


def dsqrt_rd(x):
    r = np.sqrt(np.float64(x))
    return _down(r, _sqrt_error(np.float64(x), r), False)


def dsqrt_ru(x):
    r = np.sqrt(np.float64(x))
    return -_down(-r, -_sqrt_error(np.float64(x), r), False)


def dsqrt_rz(x):
    return dsqrt_rd(x)


# a * b + c is p + e + c; what is left after the nearest number y has the sign of the error.
def _fma_down(a, b, c):
    y = np.float64(math.fma(a, b, c))
    is_finite = np.isfinite(a) and np.isfinite(b) and np.isfinite(c)
    if not is_finite or np.isinf(y):
        return _down(y, np.float64(0.0), is_finite)
    p = a * b
    e = np.float64(math.fma(a, b, -p))
    s = p + c
    t = _error_of_sum(p, c, s)
    low = t + e
    low_rest = _error_of_sum(t, e, low)
    d = s - y
    r = d + low
    rest = _error_of_sum(d, low, r) + low_rest
    if r == 0:
        r = rest
    return _down(y, r, True)


def fma_rd(x, y, z):
    return _fma_down(np.float64(x), np.float64(y), np.float64(z))


def fma_ru(x, y, z):
    return -_fma_down(-np.float64(x), np.float64(y), -np.float64(z))


def fma_rz(x, y, z):
    if np.float64(math.fma(np.float64(x), np.float64(y), np.float64(z))) < 0:
        return fma_ru(x, y, z)
    return fma_rd(x, y, z)


# ---- float32: exact in float64, but for an error t ----


def _single_down(s, t):
    y = np.float32(s)
    if np.float64(y) - s > t:
        return np.nextafter(y, np.float32(-np.inf))
    return y


def _single_up(s, t):
    return -_single_down(-s, -t)


def _single_zero(s, t):
    if s < 0:
        return _single_up(s, t)
    return _single_down(s, t)


def _both(x, y):
    return np.float64(np.float32(x)), np.float64(np.float32(y))


def fadd_rd(x, y):
    a, b = _both(x, y)
    s = a + b
    if s == 0 and (a != 0 or np.signbit(a) != np.signbit(b)):
        return np.float32(-0.0)
    if np.isinf(s):
        return np.float32(s)
    return _single_down(s, _error_of_sum(a, b, s))


def fadd_ru(x, y):
    return -fadd_rd(-np.float32(x), -np.float32(y))


def fadd_rz(x, y):
    a, b = _both(x, y)
    s = a + b
    if s == 0 or np.isinf(s):
        return np.float32(s)
    return _single_zero(s, _error_of_sum(a, b, s))


def fsub_rd(x, y):
    return fadd_rd(x, -np.float32(y))


def fsub_ru(x, y):
    return fadd_ru(x, -np.float32(y))


def fsub_rz(x, y):
    return fadd_rz(x, -np.float32(y))


def fmul_rd(x, y):
    a, b = _both(x, y)
    return double2float_rd(a * b)


def fmul_ru(x, y):
    a, b = _both(x, y)
    return double2float_ru(a * b)


def fmul_rz(x, y):
    a, b = _both(x, y)
    return double2float_rz(a * b)


# float64 has the digits that tell which side of a float32 a quotient or root is on, but for exact ones
def fdiv_rd(x, y):
    a, b = _both(x, y)
    return double2float_rd(ddiv_rd(a, b))


def fdiv_ru(x, y):
    a, b = _both(x, y)
    return double2float_ru(ddiv_ru(a, b))


def fdiv_rz(x, y):
    a, b = _both(x, y)
    return double2float_rz(ddiv_rz(a, b))


def frcp_rd(x):
    return fdiv_rd(1.0, x)


def frcp_ru(x):
    return fdiv_ru(1.0, x)


def frcp_rz(x):
    return fdiv_rz(1.0, x)


def fsqrt_rd(x):
    return double2float_rd(dsqrt_rd(np.float32(x)))


def fsqrt_ru(x):
    return double2float_ru(dsqrt_ru(np.float32(x)))


def fsqrt_rz(x):
    return fsqrt_rd(x)


def fmaf_rd(x, y, z):
    a, b = _both(x, y)
    p = a * b
    c = np.float64(np.float32(z))
    return double2float_rd(_add_down(p, c))


def fmaf_ru(x, y, z):
    return -fmaf_rd(-np.float32(x), y, -np.float32(z))


def fmaf_rz(x, y, z):
    a, b = _both(x, y)
    if a * b + np.float64(np.float32(z)) < 0:
        return fmaf_ru(x, y, z)
    return fmaf_rd(x, y, z)


# ---- conversions ----


def double2float_rd(x):
    s = np.float64(x)
    if np.isinf(s):
        return np.float32(s)
    return _single_down(s, np.float64(0.0))


def double2float_ru(x):
    return -double2float_rd(-np.float64(x))


def double2float_rz(x):
    if np.float64(x) < 0:
        return double2float_ru(x)
    return double2float_rd(x)


# An int64 is high * 2**32 + low, both exact.
def ll2double_rd(x):
    n = np.int64(x)
    return _add_down(np.float64(n >> 32) * 4294967296.0, np.float64(n & 0xFFFFFFFF)) + 0.0


def ll2double_ru(x):
    n = np.int64(x)
    return dadd_ru(np.float64(n >> 32) * 4294967296.0, np.float64(n & 0xFFFFFFFF))


def ll2double_rz(x):
    if np.int64(x) < 0:
        return ll2double_ru(x)
    return ll2double_rd(x)


def ll2float_rd(x):
    return double2float_rd(ll2double_rd(x))


def ll2float_ru(x):
    return double2float_ru(ll2double_ru(x))


def ll2float_rz(x):
    return double2float_rz(ll2double_rz(x))


def ull2double_rd(x):
    n = np.uint64(x)
    high, low = np.float64(n >> 32) * 4294967296.0, np.float64(n & 0xFFFFFFFF)
    return dadd_rz(high, low)


def ull2double_ru(x):
    n = np.uint64(x)
    return dadd_ru(np.float64(n >> 32) * 4294967296.0, np.float64(n & 0xFFFFFFFF))


def ull2float_rd(x):
    return double2float_rd(ull2double_rd(x))


def ull2float_ru(x):
    return double2float_ru(ull2double_ru(x))


def int2float_rd(x):
    return double2float_rd(np.float64(np.int32(x)))


def int2float_ru(x):
    return double2float_ru(np.float64(np.int32(x)))


def int2float_rz(x):
    return double2float_rz(np.float64(np.int32(x)))


def uint2float_rd(x):
    return double2float_rd(np.float64(np.uint32(x)))


def uint2float_ru(x):
    return double2float_ru(np.float64(np.uint32(x)))


# Numbers out of range become the nearest end, nan becomes 0.
def _to_uint(whole):
    if whole >= 4294967295.0:
        return np.uint32(4294967295)
    if not whole > 0:
        return np.uint32(0)
    return np.uint32(whole)


def _to_ulong(whole):
    if whole >= 18446744073709551615.0:
        return np.uint64(18446744073709551615)
    if not whole > 0:
        return np.uint64(0)
    return np.uint64(whole)


def to_uint(x):
    return _to_uint(np.rint(np.float64(x)))


def to_uint_down(x):
    return _to_uint(np.floor(np.float64(x)))


def to_uint_up(x):
    return _to_uint(np.ceil(np.float64(x)))


def to_uint_zero(x):
    return _to_uint(np.trunc(np.float64(x)))


def to_ulong(x):
    return _to_ulong(np.rint(np.float64(x)))


def to_ulong_down(x):
    return _to_ulong(np.floor(np.float64(x)))


def to_ulong_up(x):
    return _to_ulong(np.ceil(np.float64(x)))


def to_ulong_zero(x):
    return _to_ulong(np.trunc(np.float64(x)))


def single_to_uint(x):
    return to_uint(np.float32(x))


def single_to_uint_down(x):
    return to_uint_down(np.float32(x))


def single_to_uint_up(x):
    return to_uint_up(np.float32(x))


def single_to_uint_zero(x):
    return to_uint_zero(np.float32(x))


def single_to_ulong(x):
    return to_ulong(np.float32(x))


def single_to_ulong_down(x):
    return to_ulong_down(np.float32(x))


def single_to_ulong_up(x):
    return to_ulong_up(np.float32(x))


def single_to_ulong_zero(x):
    return to_ulong_zero(np.float32(x))


def float2half_rn(x):
    return _bits(np.float16(np.float32(x)), np.int16)


def half2float(x):
    return np.float32(_bits(np.int16(x), np.float16))


# ---- integers ----


def mul24(x, y):
    a = np.int64(np.int32(x) << 8) >> 8
    b = np.int64(np.int32(y) << 8) >> 8
    return np.int32(a * b)


def umul24(x, y):
    return np.uint32((np.uint64(np.uint32(x)) & 0xFFFFFF) * (np.uint64(np.uint32(y)) & 0xFFFFFF))


def umul64hi(x, y):
    a, b = np.uint64(x), np.uint64(y)
    mask = np.uint64(0xFFFFFFFF)
    low = (a & mask) * (b & mask)
    middle = (a >> 32) * (b & mask) + (low >> 32)
    other = (a & mask) * (b >> 32) + (middle & mask)
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32)


def mul64hi(x, y):
    a, b = np.int64(x), np.int64(y)
    high = np.int64(umul64hi(np.uint64(a), np.uint64(b)))
    if a < 0:
        high -= b
    if b < 0:
        high -= a
    return high


# Byte i of the result is the byte of y:x that the hexadecimal digit i of s names.
def byte_perm(x, y, s):
    bytes8 = np.uint64(np.uint32(x)) | (np.uint64(np.uint32(y)) << 32)
    out = np.uint64(0)
    for i in range(4):
        which = (np.uint64(np.uint32(s)) >> (4 * i)) & 7
        out |= ((bytes8 >> (which * 8)) & 255) << (8 * i)
    return np.int32(np.uint32(out))
