# numba.cuda.libdevice: exponents, remainders, inverse error functions, Bessel functions.
import math

import numpy as np

# ---- exponents ----


def frexp(x):
    m, e = np.frexp(np.float64(x))
    return m, np.int32(e)


def frexpf(x):
    m, e = np.frexp(np.float32(x))
    return m, np.int32(e)


def ilogb(x):
    x = np.float64(x)
    if x == 0 or np.isnan(x):
        return np.int32(-2147483648)
    if np.isinf(x):
        return np.int32(2147483647)
    m, e = np.frexp(x)
    return np.int32(e - 1)


def logb(x):
    x = np.float64(x)
    if x == 0:
        return np.float64(-np.inf)
    if not np.isfinite(x):
        return x * x
    m, e = np.frexp(x)
    return np.float64(e - 1)


def logbf(x):
    return np.float32(logb(np.float32(x)))


# ---- remainders ----


def remainder(x, y):
    return np.float64(math.remainder(np.float64(x), np.float64(y)))


def remainderf(x, y):
    return np.float32(math.remainder(np.float64(np.float32(x)), np.float64(np.float32(y))))


# The remainder, and the last three bits of the quotient with its sign.
def remquo(x, y):
    a, b = np.float64(x), np.float64(y)
    r = np.float64(math.remainder(a, b))
    if not np.isfinite(r) or np.isinf(b):
        return r, np.int32(0)
    part = np.fmod(np.fabs(a), 8.0 * np.fabs(b))
    own = r
    if np.signbit(a):
        own = -r
    q = np.int32(np.rint((part - own) / np.fabs(b))) & 7
    if np.signbit(a) != np.signbit(b):
        q = -q
    return r, np.int32(q)


def remquof(x, y):
    r, q = remquo(np.float32(x), np.float32(y))
    return np.float32(r), q


# ---- error functions ----


# exp(x * x) * erfc(x) without overflow: the square's rounding error counts, far out a series in 1 / x**2.
def erfcx(x):
    x = np.float64(x)
    if x < 26.0:
        square = x * x
        rest = np.float64(math.fma(x, x, -square))
        return np.exp(square) * (1.0 + rest) * np.float64(math.erfc(x))
    if np.isnan(x):
        return x
    if x > 1e18:
        return np.float64(0.5641895835477563) / x
    term = np.float64(1.0)
    total = np.float64(1.0)
    for k in range(8):
        term *= -(2 * k + 1) / (2.0 * x * x)
        total += term
    return total * np.float64(0.5641895835477563) / x


def erfcxf(x):
    return np.float32(erfcx(np.float32(x)))


# A first guess (Winitzki 2008), then Halley's method on erfc, whose relative error stays small far out.
def _erfc_inverse(x):
    t = 2.0 * x
    if x > 0.5:
        log = np.log1p(-(1.0 - x) * (1.0 - x))
    else:
        log = np.log(x * (2.0 - x))
    a = 4.330746750799873 + log / 2
    y = np.sqrt(np.sqrt(a * a - log / 0.147) - a)
    for i in range(4):
        error = np.float64(math.erfc(y)) - x
        step = error / (1.1283791670955126 * np.exp(-y * y))
        y += step / (1.0 + y * step)
    return y


def erfcinv(x):
    x = np.float64(x)
    if np.isnan(x) or x < 0 or x > 2:
        return np.float64(np.nan)
    if x == 0:
        return np.float64(np.inf)
    if x == 2:
        return np.float64(-np.inf)
    if x > 1:
        return -_near(x - 1.0, 2.0 - x)
    return _near(1.0 - x, x)


def erfcinvf(x):
    return np.float32(erfcinv(np.float32(x)))


# The inverse of erf at x >= 0, where 1 - x is known exactly: near 0 by Halley's method on erf.
def _near(x, rest):
    if x > 0.25:
        return _erfc_inverse(rest)
    y = x * (0.886226925452758 + x * x * (0.23201366653465444 + x * x * 0.12755617530559793))
    for i in range(3):
        step = (np.float64(math.erf(y)) - x) / (1.1283791670955126 * np.exp(-y * y))
        y -= step / (1.0 + y * step)
    return y


def erfinv(x):
    x = np.float64(x)
    if np.isnan(x) or np.fabs(x) > 1:
        return np.float64(np.nan)
    if np.fabs(x) == 1:
        return np.copysign(np.float64(np.inf), x)
    a = np.fabs(x)
    return np.copysign(_near(a, 1.0 - a), x)


def erfinvf(x):
    return np.float32(erfinv(np.float32(x)))


def normcdfinv(x):
    return np.float64(-1.4142135623730951) * erfcinv(2.0 * np.float64(x))


def normcdfinvf(x):
    return np.float32(normcdfinv(np.float32(x)))


# ---- Bessel functions ----
#
# Up to 25, J is computed by the recurrence from above (Miller), scaled by J0 + 2 J2 + 2 J4 + ... = 1, and Y
# from Neumann's series of J. Beyond, Hankel's asymptotic series are exact to double precision.
# Abramowitz and Stegun, 9.1.88, 9.1.89, 9.2.5 to 9.2.10, 9.12.


# J0, J1, J of order n, and the sums of Neumann's series for Y0 and its derivative, at 0 < x <= 25.
def _miller(n, x):
    above = np.float64(0.0)
    here = np.float64(1e-300)
    scale = np.float64(0.0)
    wanted = np.float64(0.0)
    first = np.float64(0.0)
    sum0 = np.float64(0.0)
    sum1 = np.float64(0.0)
    k = 2 * ((max(n, int(x)) + 50) // 2)
    while k > 0:
        if k == n:
            wanted = here
        if k == 1:
            first = here
        below = 2.0 * k / x * here - above
        if k % 2 == 0:
            scale += 2.0 * here
            half = k // 2
            sign = 1.0 if half % 2 == 1 else -1.0
            sum0 += sign * here / half
            sum1 += sign * (below - above) / half
        above = here
        here = below
        k -= 1
        if np.fabs(here) > 1e250:
            above *= 1e-250
            here *= 1e-250
            scale *= 1e-250
            wanted *= 1e-250
            first *= 1e-250
            sum0 *= 1e-250
            sum1 *= 1e-250
    scale += here
    if n == 0:
        wanted = here
    return here / scale, first / scale, wanted / scale, sum0 / scale, sum1 / scale


# J and Y of order n = 0 or 1 at x > 25.0: amplitudes P and Q, and the phase x - (2 n + 1) pi / 4 by addition
# theorems, as the difference of large numbers would be wrong.
def _hankel(n, x):
    mu = 4.0 * n * n
    p = np.float64(1.0)
    q = np.float64(0.0)
    term = np.float64(1.0)
    k = 1
    while k < 24 and np.fabs(term) > 1e-18:
        term *= (mu - (2 * k - 1) * (2 * k - 1)) / (8.0 * k * x)
        if k % 4 == 1:
            q += term
        elif k % 4 == 2:
            p -= term
        elif k % 4 == 3:
            q -= term
        else:
            p += term
        k += 1
    s = np.sin(x)
    c = np.cos(x)
    if n == 0:
        cosine, sine = s + c, s - c
    else:
        cosine, sine = s - c, -(s + c)
    size = np.float64(0.5641895835477563) / np.sqrt(x)
    return size * (p * cosine - q * sine), size * (p * sine + q * cosine)


def j0(x):
    x = np.fabs(np.float64(x))
    if np.isinf(x):
        return np.float64(0.0)
    if x > 25.0:
        return _hankel(0, x)[0]
    if x < 1e-9:
        return np.float64(1.0)
    return _miller(0, x)[0]


def j1(x):
    a = np.fabs(np.float64(x))
    if np.isinf(a):
        r = np.float64(0.0)
    elif a > 25.0:
        r = _hankel(1, a)[0]
    elif a < 1e-9:
        r = a / 2
    else:
        r = _miller(1, a)[1]
    return np.copysign(np.float64(1.0), np.float64(x)) * r


def jn(n, x):
    n = int(n)
    a = np.fabs(np.float64(x))
    if n < 0:
        return np.float64(np.nan)
    sign = -1.0 if n % 2 == 1 and np.float64(x) < 0 else 1.0
    if n == 0:
        return j0(x)
    if n == 1:
        return j1(x)
    if a < 1e-200 or np.isinf(a):
        return np.float64(0.0)
    if a > 25.0 and a > n:
        below = j0(a)
        here = j1(a)
        for k in range(1, n):
            above = 2.0 * k / a * here - below
            below = here
            here = above
        return sign * here
    return sign * _miller(n, a)[2]


def _y(n, x):
    if x > 25.0:
        return _hankel(n, x)[1]
    zeroth, first, wanted, sum0, sum1 = _miller(0, x)
    log = np.log(x / 2) + 0.5772156649015329
    if n == 0:
        return 2 / math.pi * (log * zeroth + 2 * sum0)
    return -2 / math.pi * (zeroth / x - log * first + sum1)


def _at_end(x):
    return x <= 0 or not np.isfinite(x)


def _end(x):
    if x == 0:
        return np.float64(-np.inf)
    if x > 0:
        return np.float64(0.0)
    return np.float64(np.nan)


def y0(x):
    x = np.float64(x)
    if _at_end(x):
        return _end(x)
    return _y(0, x)


def y1(x):
    x = np.float64(x)
    if _at_end(x):
        return _end(x)
    if x < 1e-9:
        return -2 / math.pi / x
    return _y(1, x)


def yn(n, x):
    n = int(n)
    x = np.float64(x)
    if n < 0:
        return np.float64(np.nan)
    if n == 0:
        return y0(x)
    if n == 1 or _at_end(x):
        return y1(x)
    below = y0(x)
    here = y1(x)
    for k in range(1, n):
        above = 2.0 * k / x * here - below
        below = here
        here = above
    return here


def j0f(x):
    return np.float32(j0(np.float32(x)))


def j1f(x):
    return np.float32(j1(np.float32(x)))


def jnf(n, x):
    return np.float32(jn(n, np.float32(x)))


def y0f(x):
    return np.float32(y0(np.float32(x)))


def y1f(x):
    return np.float32(y1(np.float32(x)))


def ynf(n, x):
    return np.float32(yn(n, np.float32(x)))
