# numba.cuda.libdevice: CUDA's mathematical functions, those that round to nearest. Names that end in f are the
# float32 ones. Functions that C returns through pointers return tuples.
import math

import numba.cuda as cuda
import numpy as np


def acos(x):
    return np.arccos(np.float64(x))


def acosf(x):
    return np.arccos(np.float32(x))


def acosh(x):
    return np.arccosh(np.float64(x))


def acoshf(x):
    return np.arccosh(np.float32(x))


def asin(x):
    return np.arcsin(np.float64(x))


def asinf(x):
    return np.arcsin(np.float32(x))


def asinh(x):
    return np.arcsinh(np.float64(x))


def asinhf(x):
    return np.arcsinh(np.float32(x))


def atan(x):
    return np.arctan(np.float64(x))


def atanf(x):
    return np.arctan(np.float32(x))


def atanh(x):
    return np.arctanh(np.float64(x))


def atanhf(x):
    return np.arctanh(np.float32(x))


def cbrt(x):
    return np.cbrt(np.float64(x))


def cbrtf(x):
    return np.cbrt(np.float32(x))


def ceil(x):
    return np.ceil(np.float64(x))


def ceilf(x):
    return np.ceil(np.float32(x))


def cos(x):
    return np.cos(np.float64(x))


def cosf(x):
    return np.cos(np.float32(x))


def cosh(x):
    return np.cosh(np.float64(x))


def coshf(x):
    return np.cosh(np.float32(x))


# x is k / 2 + r, exactly.
def _quarters(x):
    r = np.fmod(x, np.float64(2.0))
    k = np.rint(r + r)
    return int(k) & 3, np.float64(math.pi) * (r - k * np.float64(0.5))


def cospi(x):
    k, r = _quarters(np.float64(x))
    if k == 0:
        return np.cos(r)
    if k == 1:
        return np.float64(0.0) - np.sin(r)
    if k == 2:
        return -np.cos(r)
    return np.sin(r)


def cospif(x):
    return np.float32(cospi(np.float32(x)))


def erf(x):
    return np.float64(math.erf(np.float64(x)))


def erff(x):
    return np.float32(math.erf(np.float64(x)))


def erfc(x):
    return np.float64(math.erfc(np.float64(x)))


def erfcf(x):
    return np.float32(math.erfc(np.float64(x)))


def exp(x):
    return np.exp(np.float64(x))


def expf(x):
    return np.exp(np.float32(x))


def exp10(x):
    return np.power(np.float64(10.0), np.float64(x))


def exp10f(x):
    return np.power(np.float32(10.0), np.float32(x))


def exp2(x):
    return np.exp2(np.float64(x))


def exp2f(x):
    return np.exp2(np.float32(x))


def expm1(x):
    return np.expm1(np.float64(x))


def expm1f(x):
    return np.expm1(np.float32(x))


def fabs(x):
    return np.fabs(np.float64(x))


def fabsf(x):
    return np.fabs(np.float32(x))


def floor(x):
    return np.floor(np.float64(x))


def floorf(x):
    return np.floor(np.float32(x))


def lgamma(x):
    return np.float64(math.lgamma(np.float64(x)))


def lgammaf(x):
    return np.float32(math.lgamma(np.float64(x)))


def log(x):
    return np.log(np.float64(x))


def logf(x):
    return np.log(np.float32(x))


def log10(x):
    return np.log10(np.float64(x))


def log10f(x):
    return np.log10(np.float32(x))


def log1p(x):
    return np.log1p(np.float64(x))


def log1pf(x):
    return np.log1p(np.float32(x))


def log2(x):
    return np.log2(np.float64(x))


def log2f(x):
    return np.log2(np.float32(x))


def normcdf(x):
    return np.float64(0.5) * np.float64(math.erfc(-np.float64(x) * np.float64(math.sqrt(0.5))))


def normcdff(x):
    return np.float32(0.5 * math.erfc(-np.float64(x) * math.sqrt(0.5)))


def rcbrt(x):
    return np.float64(1.0) / np.cbrt(np.float64(x))


def rcbrtf(x):
    return np.float32(1.0) / np.cbrt(np.float32(x))


def rint(x):
    return np.rint(np.float64(x))


def rintf(x):
    return np.rint(np.float32(x))


# halves go away from zero
def round(x):
    a = np.fabs(np.float64(x))
    whole = np.floor(a)
    if a - whole >= 0.5:
        whole += np.float64(1.0)
    return np.copysign(whole, np.float64(x))


def roundf(x):
    return np.float32(round(np.float64(x)))


def rsqrt(x):
    return np.float64(1.0) / np.sqrt(np.float64(x))


def rsqrtf(x):
    return np.float32(1.0) / np.sqrt(np.float32(x))


def frsqrt_rn(x):
    return np.float32(np.float64(1.0) / np.sqrt(np.float64(np.float32(x))))


def saturatef(x):
    x = np.float32(x)
    if not x > np.float32(0.0):
        return np.float32(0.0)
    return np.minimum(x, np.float32(1.0))


def sin(x):
    return np.sin(np.float64(x))


def sinf(x):
    return np.sin(np.float32(x))


def sinh(x):
    return np.sinh(np.float64(x))


def sinhf(x):
    return np.sinh(np.float32(x))


def sinpi(x):
    k, r = _quarters(np.float64(x))
    if k == 1:
        return np.cos(r)
    if k == 3:
        return -np.cos(r)
    s = np.sin(r)
    if s == 0:
        return np.copysign(s, np.float64(x))
    if k == 2:
        return -s
    return s


def sinpif(x):
    return np.float32(sinpi(np.float32(x)))


def sqrt(x):
    return np.sqrt(np.float64(x))


def sqrtf(x):
    return np.sqrt(np.float32(x))


def tan(x):
    return np.tan(np.float64(x))


def tanf(x):
    return np.tan(np.float32(x))


def tanh(x):
    return np.tanh(np.float64(x))


def tanhf(x):
    return np.tanh(np.float32(x))


def tgamma(x):
    return np.float64(math.gamma(np.float64(x)))


def tgammaf(x):
    return np.float32(math.gamma(np.float64(x)))


def trunc(x):
    return np.trunc(np.float64(x))


def truncf(x):
    return np.trunc(np.float32(x))


# ---- two and three operands ----


def atan2(x, y):
    return np.arctan2(np.float64(x), np.float64(y))


def atan2f(x, y):
    return np.arctan2(np.float32(x), np.float32(y))


def copysign(x, y):
    return np.copysign(np.float64(x), np.float64(y))


def copysignf(x, y):
    return np.copysign(np.float32(x), np.float32(y))


def fdim(x, y):
    return np.where(np.float64(x) <= np.float64(y), np.float64(0.0), np.float64(x) - np.float64(y))


def fdimf(x, y):
    return np.where(np.float32(x) <= np.float32(y), np.float32(0.0), np.float32(x) - np.float32(y))


def fmax(x, y):
    return np.fmax(np.float64(x), np.float64(y))


def fmaxf(x, y):
    return np.fmax(np.float32(x), np.float32(y))


def fmin(x, y):
    return np.fmin(np.float64(x), np.float64(y))


def fminf(x, y):
    return np.fmin(np.float32(x), np.float32(y))


def fmod(x, y):
    return np.fmod(np.float64(x), np.float64(y))


def fmodf(x, y):
    return np.fmod(np.float32(x), np.float32(y))


def hypot(x, y):
    return np.hypot(np.float64(x), np.float64(y))


def hypotf(x, y):
    return np.hypot(np.float32(x), np.float32(y))


def ldexp(x, y):
    return np.ldexp(np.float64(x), y)


def ldexpf(x, y):
    return np.ldexp(np.float32(x), y)


def nextafter(x, y):
    return np.nextafter(np.float64(x), np.float64(y))


def nextafterf(x, y):
    return np.nextafter(np.float32(x), np.float32(y))


def pow(x, y):
    return np.power(np.float64(x), np.float64(y))


def powf(x, y):
    return np.power(np.float32(x), np.float32(y))


def add(x, y):
    return np.float64(x) + np.float64(y)


def addf(x, y):
    return np.float32(x) + np.float32(y)


def subf(x, y):
    return np.float32(x) - np.float32(y)


def mul(x, y):
    return np.float64(x) * np.float64(y)


def mulf(x, y):
    return np.float32(x) * np.float32(y)


def div(x, y):
    return np.float64(x) / np.float64(y)


def divf(x, y):
    return np.float32(x) / np.float32(y)


def rcp(x):
    return np.float64(1.0) / np.float64(x)


def rcpf(x):
    return np.float32(1.0) / np.float32(x)


# ---- tests ----


def isnan(x):
    return np.int32(np.isnan(np.float64(x)))


def isinf(x):
    return np.int32(np.isinf(np.float64(x)))


def isfinite(x):
    return np.int32(np.isfinite(np.float64(x)))


def signbit(x):
    return np.int32(np.signbit(np.float64(x)))


# ---- several results ----


def modf(x):
    whole = np.trunc(np.float64(x))
    return (np.copysign(np.float64(x) - whole, np.float64(x)), whole)


def modff(x):
    whole = np.trunc(np.float32(x))
    return (np.copysign(np.float32(x) - whole, np.float32(x)), whole)


def sincos(x):
    return (np.sin(np.float64(x)), np.cos(np.float64(x)))


def sincosf(x):
    return (np.sin(np.float32(x)), np.cos(np.float32(x)))


def sincospi(x):
    return (sinpi(x), cospi(x))


def sincospif(x):
    return (sinpif(x), cospif(x))


# ---- integers ----


def iabs(x):
    x = np.int32(x)
    if x < 0:
        return -x
    return x


def llabs(x):
    x = np.int64(x)
    if x < 0:
        return -x
    return x


def imax(x, y):
    return np.maximum(np.int32(x), np.int32(y))


def imin(x, y):
    return np.minimum(np.int32(x), np.int32(y))


def umax(x, y):
    return np.maximum(np.uint32(x), np.uint32(y))


def umin(x, y):
    return np.minimum(np.uint32(x), np.uint32(y))


def llmax(x, y):
    return np.maximum(np.int64(x), np.int64(y))


def llmin(x, y):
    return np.minimum(np.int64(x), np.int64(y))


def ullmax(x, y):
    return np.maximum(np.uint64(x), np.uint64(y))


def ullmin(x, y):
    return np.minimum(np.uint64(x), np.uint64(y))


def hadd(x, y):
    return np.int32((np.int64(x) + np.int64(y)) >> 1)


def rhadd(x, y):
    return np.int32((np.int64(x) + np.int64(y) + 1) >> 1)


def uhadd(x, y):
    return np.uint32((np.int64(np.uint32(x)) + np.int64(np.uint32(y))) >> 1)


def urhadd(x, y):
    return np.uint32((np.int64(np.uint32(x)) + np.int64(np.uint32(y)) + 1) >> 1)


def sad(x, y, z):
    d = np.int64(np.int32(x)) - np.int64(np.int32(y))
    if d < 0:
        d = -d
    return np.int32(d + np.int64(z))


def usad(x, y, z):
    d = np.int64(np.uint32(x)) - np.int64(np.uint32(y))
    if d < 0:
        d = -d
    return np.uint32(d + np.int64(np.uint32(z)))


def brev(x):
    return np.int32(cuda.brev(np.int32(x)))


def brevll(x):
    return np.int64(cuda.brev(np.int64(x)))


def mulhi(x, y):
    return np.int32((np.int64(np.int32(x)) * np.int64(np.int32(y))) >> 32)


def umulhi(x, y):
    return np.uint32((np.uint64(np.uint32(x)) * np.uint64(np.uint32(y))) >> 32)


# ---- conversions, bits ----


def to_int(x):
    return np.int32(np.rint(np.float64(x)))


def to_int_down(x):
    return np.int32(np.floor(np.float64(x)))


def to_int_up(x):
    return np.int32(np.ceil(np.float64(x)))


def to_int_zero(x):
    return np.int32(np.trunc(np.float64(x)))


def to_long(x):
    return np.int64(np.rint(np.float64(x)))


def to_long_down(x):
    return np.int64(np.floor(np.float64(x)))


def to_long_up(x):
    return np.int64(np.ceil(np.float64(x)))


def to_long_zero(x):
    return np.int64(np.trunc(np.float64(x)))


def single_to_int(x):
    return to_int(np.float32(x))


def single_to_int_down(x):
    return to_int_down(np.float32(x))


def single_to_int_up(x):
    return to_int_up(np.float32(x))


def single_to_int_zero(x):
    return to_int_zero(np.float32(x))


def single_to_long(x):
    return to_long(np.float32(x))


def single_to_long_down(x):
    return to_long_down(np.float32(x))


def single_to_long_up(x):
    return to_long_up(np.float32(x))


def single_to_long_zero(x):
    return to_long_zero(np.float32(x))


def round_to_long(x):
    return np.int64(round(np.float64(x)))


def to_float(x):
    return np.float32(x)


def to_double(x):
    return np.float64(x)


def float_as_int(x):
    return _bits(np.float32(x), np.int32)


def int_as_float(x):
    return _bits(np.int32(x), np.float32)


def double_as_longlong(x):
    return _bits(np.float64(x), np.int64)


def longlong_as_double(x):
    return _bits(np.int64(x), np.float64)


def double2hiint(x):
    return np.int32(_bits(np.float64(x), np.int64) >> 32)


def double2loint(x):
    return np.int32(_bits(np.float64(x), np.int64) & 0xFFFFFFFF)


def hiloint2double(x, y):
    return _bits((np.int64(np.int32(x)) << 32) | (np.int64(np.int32(y)) & 0xFFFFFFFF), np.float64)
