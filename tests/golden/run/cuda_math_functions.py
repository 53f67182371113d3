# The functions of math in kernels, on float32, float64 and integers.
import math

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def roots_and_logs(x, out):
    out[0] = math.sqrt(x)
    out[1] = math.exp(x)
    out[2] = math.exp2(x)
    out[3] = math.expm1(x)
    out[4] = math.log(x)
    out[5] = math.log2(x)
    out[6] = math.log10(x)
    out[7] = math.log1p(x)
    out[8] = math.cbrt(x)
    out[9] = math.log(x, 3.0)


@cuda.jit(device=True)
def angles(x, out):
    out[0] = math.sin(x)
    out[1] = math.cos(x)
    out[2] = math.tan(x)
    out[3] = math.asin(x)
    out[4] = math.acos(x)
    out[5] = math.atan(x)
    out[6] = math.sinh(x)
    out[7] = math.cosh(x)
    out[8] = math.tanh(x)
    out[9] = math.asinh(x)
    out[10] = math.acosh(x + 1)
    out[11] = math.atanh(x / 2)
    out[12] = math.degrees(x)
    out[13] = math.radians(x)
    out[14] = math.atan2(x, 0.5)


@cuda.jit(device=True)
def whole_and_parts(x, out):
    out[0] = math.floor(x)
    out[1] = math.ceil(x)
    out[2] = math.trunc(-float(x))
    out[3] = math.fabs(-x)
    out[4] = math.fmod(x, 0.3)
    out[5] = math.pow(x, 2.5)
    out[6] = math.hypot(x, 0.75)
    out[7] = math.copysign(x, -1.0)
    out[8] = math.ldexp(x, 3)
    m, e = math.frexp(x * 20)
    out[9] = m
    out[10] = e
    f, i = math.modf(x * 3)
    out[11] = f
    out[12] = i
    out[13] = math.erf(x)
    out[14] = math.erfc(x)
    out[15] = math.gamma(x)
    out[16] = math.lgamma(x)
    out[17] = math.isnan(x) + 2 * math.isinf(x) + 4 * math.isfinite(x)
    out[18] = math.remainder(x, 0.7)
    out[19] = math.pi * math.e


@cuda.jit
def all_of_them(x, out):
    i = cuda.grid(1)
    if i < x.size:
        roots_and_logs(x[i], out[i])
        angles(x[i], out[i, 10:])
        whole_and_parts(x[i], out[i, 25:])


for dtype in (np.float32, np.float64):
    x = np.array([0.3, 0.5, 0.8], dtype=dtype)
    out = np.zeros((3, 45))
    all_of_them[1, 32](x, out)
    print(np.round(out, 4))


@cuda.jit
def of_ints(n, out):
    i = cuda.grid(1)
    if i < n.size:
        out[i, 0] = math.gcd(n[i], 12)
        out[i, 1] = math.lcm(n[i], 6)
        out[i, 2] = math.isqrt(n[i])
        out[i, 3] = math.sqrt(n[i]) < 3
        out[i, 4] = math.floor(n[i]) + math.ceil(n[i])
        out[i, 5] = math.log2(n[i]) > 2
        out[i, 6] = math.gcd(n[i], 8, 6)
        out[i, 7] = math.ulp(float(n[i])) * 2**52


n = np.array([1, 8, 18, 25])
out = np.zeros((4, 8), dtype=np.int64)
of_ints[1, 4](n, out)
print(out)


@cuda.jit
def special(x, out):
    i = cuda.grid(1)
    if i < x.size:
        m, e = math.frexp(x[i])
        f, w = math.modf(x[i])
        out[i, 0] = m
        out[i, 1] = e
        out[i, 2] = f
        out[i, 3] = w


x = np.array([0.0, -2.5, np.inf, -np.inf, np.nan, 1e300, 5e-324])
out = np.zeros((7, 4))
special[1, 7](x, out)
print(out[:, [0, 2, 3]])
print(out[[0, 1, 5, 6], 1])
