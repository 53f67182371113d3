import math
import cmath
import numpy as np
from numba import njit


@njit
def trig(x):
    return (
        math.sin(x), math.cos(x), math.tan(x), math.asin(x), math.acos(x), math.atan(x), math.atan2(x, 2.0),
        math.sinh(x), math.tanh(x)
    )


@njit
def logs(x):
    return (
        math.exp(x), math.log(x), math.log10(x), math.log2(x), math.log1p(x), math.expm1(x), math.sqrt(x),
        x ** 0.5, math.pow(x, 3.0)
    )


@njit
def special(x):
    return (
        math.erf(x), math.erfc(x), math.gamma(x), math.lgamma(x), math.hypot(x, 1.0), math.copysign(x, -1.0),
        math.degrees(x), math.radians(x)
    )


@njit
def rounding(x):
    return (
        math.floor(x), math.ceil(x), math.trunc(x), round(x), int(x), abs(x), math.fabs(x), max(x, 0.0),
        min(x, 0.0, -5.0)
    )


@njit
def tests(x):
    return (
        math.isnan(x), math.isinf(x), math.isfinite(x), x == x, x > 0, not x, math.gcd(12, 18), math.pi,
        math.inf, math.e
    )


@njit
def complex_math(z):
    return z * z, abs(z), z.real, z.imag, z.conjugate(), z + 1, cmath.sqrt(z), z / (1 + 1j), complex(1, 2) * z, z == z


@njit
def logic(a, b):
    return a and b, a or b, not a, a < b <= 10, a if b else -1, a is not None, bool(a) ^ bool(b), (a > 0) + (b > 0)


@njit
def lerp(a, b, t=0.25):
    return a + (b - a) * t


for f in (trig, logs, special):
    print(" ".join("%.8f" % v for v in f(0.5)))
print(rounding(2.5), rounding(-1.5))
print(tests(1.0), tests(math.nan)[:5], tests(-math.inf)[:5])
print(complex_math(3 + 4j))
print(logic(3, 5), logic(0, 5), logic(2.5, 0.0), lerp(1, 2), lerp(0.0, 10.0, t=0.5))
