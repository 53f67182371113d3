import math
import numpy as np
from numba import njit


@njit
def cubic(x):
    return x ** 3 - 2.0 * x - 5.0


@njit
def dcubic(x):
    return 3.0 * x ** 2 - 2.0


@njit
def cosx(x):
    return math.cos(x) - x


@njit
def bisect(f, a, b, tol):
    fa = f(a)
    if fa * f(b) > 0:
        raise ValueError("no sign change")
    n = 0
    while b - a > tol:
        m = 0.5 * (a + b)
        fm = f(m)
        n += 1
        if fm == 0.0:
            return m, n
        if fa * fm < 0:
            b = m
        else:
            a, fa = m, fm
    return 0.5 * (a + b), n


@njit
def newton(f, df, x, tol=1e-12, limit=50):
    for n in range(1, limit + 1):
        step = f(x) / df(x)
        x -= step
        if abs(step) < tol:
            return x, n
    return x, -1


@njit
def secant(f, x0, x1, tol=1e-12):
    f0, f1 = f(x0), f(x1)
    n = 0
    while abs(x1 - x0) > tol and n < 60:
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
        f0, f1 = f1, f(x1)
        n += 1
    return x1, n


def sqrt_newton(a):
    x = a if a > 1 else 1.0
    trail = []
    for _ in range(6):
        x = 0.5 * (x + a / x)
        trail.append(round(x, 6))
    return trail


for name, (root, n) in (("bisect", bisect(cubic, 2.0, 3.0, 1e-10)),
                        ("newton", newton(cubic, dcubic, 2.0)),
                        ("secant", secant(cubic, 2.0, 3.0))):
    print("%-7s %.9f" % (name, root), "in", n if name == "bisect" else "few", "steps")
print("cos x = x at %.9f" % bisect(cosx, 0.0, 1.0, 1e-12)[0])
try:
    bisect(cubic, 5.0, 6.0, 1e-6)
except ValueError as e:
    print("ValueError:", e)

print(sqrt_newton(2.0), sqrt_newton(0.09))
print("roots of the cubic:", np.sort_complex(np.roots([1, 0, -2, -5])).round(6))
print("real roots:", np.roots([1.0, -6.0, 11.0, -6.0]).round(6))

# all roots in an interval by scanning for sign changes
grid = np.linspace(0.5, 20.0, 400)
vals = np.sin(grid)
spots = np.flatnonzero(vals[:-1] * vals[1:] < 0)


@njit
def sine(x):
    return math.sin(x)


print([round(bisect(sine, grid[k], grid[k + 1], 1e-11)[0] / math.pi, 8) for k in spots])

# a fixed-point iteration, and one that Aitken speeds up
x = 1.0
seq = [x]
for _ in range(30):
    x = math.cos(x)
    seq.append(x)
a, b, c = seq[8:11]
aitken = a - (b - a) ** 2 / (c - 2 * b + a)
print("plain error %.2e, Aitken error %.2e" % (abs(c - 0.7390851332151607), abs(aitken - 0.7390851332151607)))
golden = (math.sqrt(5) - 1) / 2
lo, hi = 0.0, 3.0
while hi - lo > 1e-8:
    p, q = hi - golden * (hi - lo), lo + golden * (hi - lo)
    if (p - 1.25) ** 2 + 1 < (q - 1.25) ** 2 + 1:
        hi = q
    else:
        lo = p
print("golden section minimum %.6f" % ((lo + hi) / 2))
