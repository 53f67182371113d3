import math
import numpy as np
from numba import njit


@njit
def f(x):
    return math.sin(x) * x


@njit
def trapezoid(a, b, n):
    h = (b - a) / n
    s = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        s += f(a + i * h)
    return s * h


@njit
def simpson(a, b, n):
    h = (b - a) / n
    s = f(a) + f(b)
    for i in range(1, n):
        s += f(a + i * h) * (4 if i % 2 else 2)
    return s * h / 3


@njit
def romberg(a, b, levels):
    R = np.zeros((levels, levels))
    for k in range(levels):
        R[k, 0] = trapezoid(a, b, 2 ** k)
        for j in range(1, k + 1):
            R[k, j] = R[k, j - 1] + (R[k, j - 1] - R[k - 1, j - 1]) / (4 ** j - 1)
    return R


@njit
def adaptive(a, b, fa, fm, fb, whole, tol, depth):
    m = 0.5 * (a + b)
    lm, rm = 0.5 * (a + m), 0.5 * (m + b)
    flm, frm = f(lm), f(rm)
    left = (m - a) / 6 * (fa + 4 * flm + fm)
    right = (b - m) / 6 * (fm + 4 * frm + fb)
    delta = left + right - whole
    if depth <= 0 or abs(delta) <= 15 * tol:
        return left + right + delta / 15, 2
    p, np_ = adaptive(a, m, fa, flm, fm, left, tol / 2, depth - 1)
    q, nq = adaptive(m, b, fm, frm, fb, right, tol / 2, depth - 1)
    return p + q, np_ + nq + 2


def gauss_legendre(a, b, n):
    x, w = np.polynomial.legendre.leggauss(n)
    t = 0.5 * (b - a) * x + 0.5 * (b + a)
    return 0.5 * (b - a) * np.sum(w * np.sin(t) * t)


exact = math.sin(3.0) - 3.0 * math.cos(3.0)
print("exact %.10f" % exact)
print("   n   trapezoid      simpson")
for n in (2, 4, 8, 16, 32):
    print("%4d  %.8f (%.1e)  %.8f (%.1e)" % (n, trapezoid(0.0, 3.0, n), abs(trapezoid(0.0, 3.0, n) - exact),
                                          simpson(0.0, 3.0, n), abs(simpson(0.0, 3.0, n) - exact)))
R = romberg(0.0, 3.0, 6)
np.set_printoptions(precision=7, suppress=True, linewidth=100)
print(R)
print("romberg error below 1e-12:", abs(R[-1, -1] - exact) < 1e-12)
value, calls = adaptive(0.0, 3.0, f(0.0), f(1.5), f(3.0), 0.5 * (f(0.0) + 4 * f(1.5) + f(3.0)), 1e-10, 30)
print("adaptive %.10f with %d evaluations" % (value, calls))
for n in (2, 3, 5):
    print("gauss %d points: error %.1e" % (n, abs(gauss_legendre(0.0, 3.0, n) - exact)))

xs = np.linspace(0, 3, 13)
ys = np.sin(xs) * xs
print("np.trapezoid %.8f" % np.trapezoid(ys, xs), "%.8f" % np.trapezoid(ys, dx=0.25))
rates = [math.log2((trapezoid(0.0, 3.0, n) - exact) / (trapezoid(0.0, 3.0, 2 * n) - exact)) for n in (4, 8, 16)]
print("orders", [round(r, 3) for r in rates])
