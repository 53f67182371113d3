# numba.cuda.fp16: every operation is rounded to float16.
import numpy as np


def hadd(a, b):
    return np.float16(a) + np.float16(b)


def hsub(a, b):
    return np.float16(a) - np.float16(b)


def hmul(a, b):
    return np.float16(a) * np.float16(b)


def hdiv(a, b):
    return np.float16(a) / np.float16(b)


# exact in float64, then rounded once
def hfma(a, b, c):
    return np.float16(np.float64(np.float16(a)) * np.float64(np.float16(b)) + np.float64(np.float16(c)))


def hneg(a):
    return -np.float16(a)


def habs(a):
    return np.fabs(np.float16(a))


def hsin(a):
    return np.sin(np.float16(a))


def hcos(a):
    return np.cos(np.float16(a))


def hlog(a):
    return np.log(np.float16(a))


def hlog10(a):
    return np.log10(np.float16(a))


def hlog2(a):
    return np.log2(np.float16(a))


def hexp(a):
    return np.exp(np.float16(a))


def hexp10(a):
    return np.power(np.float16(10.0), np.float16(a))


def hexp2(a):
    return np.exp2(np.float16(a))


def hfloor(a):
    return np.floor(np.float16(a))


def hceil(a):
    return np.ceil(np.float16(a))


def hsqrt(a):
    return np.sqrt(np.float16(a))


def hrsqrt(a):
    return np.float16(1.0 / np.sqrt(np.float64(np.float16(a))))


def hrcp(a):
    return np.float16(1.0) / np.float16(a)


def hrint(a):
    return np.rint(np.float16(a))


def htrunc(a):
    return np.trunc(np.float16(a))


def heq(a, b):
    return np.float16(a) == np.float16(b)


def hne(a, b):
    return np.float16(a) != np.float16(b)


def hge(a, b):
    return np.float16(a) >= np.float16(b)


def hgt(a, b):
    return np.float16(a) > np.float16(b)


def hle(a, b):
    return np.float16(a) <= np.float16(b)


def hlt(a, b):
    return np.float16(a) < np.float16(b)


def hmax(a, b):
    return np.fmax(np.float16(a), np.float16(b))


def hmin(a, b):
    return np.fmin(np.float16(a), np.float16(b))
