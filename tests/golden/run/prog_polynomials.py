import numpy as np
from numba import njit


@njit
def horner(c, x):
    r = 0.0
    for a in c:
        r = r * x + a
    return r


@njit
def poly_divide(num, den):
    n = num.copy()
    q = np.zeros(max(num.size - den.size + 1, 1))
    for i in range(q.size):
        q[i] = n[i] / den[0]
        for j in range(den.size):
            n[i + j] -= q[i] * den[j]
    return q, n[q.size:]


@njit
def newton_divided(x, y):
    n = len(x)
    c = y.copy()
    for j in range(1, n):
        for i in range(n - 1, j - 1, -1):
            c[i] = (c[i] - c[i - 1]) / (x[i] - x[i - j])
    return c


@njit
def eval_newton(c, x, t):
    r = c[-1]
    for i in range(len(c) - 2, -1, -1):
        r = r * (t - x[i]) + c[i]
    return r


def show(c):
    terms = []
    n = len(c) - 1
    for i, a in enumerate(c):
        if a == 0:
            continue
        power = n - i
        body = "" if power == 0 else "x" if power == 1 else f"x^{power}"
        mag = abs(a)
        coef = "" if mag == 1 and power else f"{mag:g}"
        sign = "-" if a < 0 else "+"
        terms.append((sign, coef + body))
    text = ("-" if terms[0][0] == "-" else "") + terms[0][1]
    for s, t in terms[1:]:
        text += f" {s} {t}"
    return text


p = np.array([2.0, -6.0, 2.0, -1.0])
print(show(p), "at 3 is", horner(p, 3.0), np.polyval(p, 3.0))
q, r = poly_divide(np.array([1.0, -12.0, 0.0, -42.0]), np.array([1.0, -3.0]))
print(show(q), "remainder", r)
print(np.polymul([1, 2], [1, -3]), np.polyadd([1, 2, 3], [10, 20]), np.polyder([1, 2, 3, 4]), np.polyint([6, 2]))
print(np.polydiv(np.array([1.0, -12.0, 0.0, -42.0]), np.array([1.0, -3.0])))
print(show(np.poly([1, 2, 3])), np.poly([1, 2, 3]))

x = np.array([0.0, 1.0, 2.0, 4.0])
y = np.array([1.0, 3.0, 2.0, 5.0])
c = newton_divided(x, y)
print(c, [eval_newton(c, x, t) for t in x])
print("between: %.6f" % eval_newton(c, x, 3.0))

t = np.linspace(-1, 1, 21)
noise = np.random.RandomState(10).normal(0, 0.05, 21)
data = 0.5 * t ** 3 - t + 0.25 + noise
for degree in (1, 2, 3, 4):
    fit = np.polyfit(t, data, degree)
    resid = data - np.polyval(fit, t)
    print(degree, np.round(fit, 5), "rms %.5f" % np.sqrt((resid ** 2).mean()))

pascal = np.array([1])
for _ in range(6):
    print(pascal)
    pascal = np.convolve(pascal, [1, 1])
# Runge's example: equidistant nodes against Chebyshev nodes
for name, nodes in (("equidistant", np.linspace(-1, 1, 11)), ("chebyshev", np.cos((2 * np.arange(11) + 1) * np.pi / 22))):
    cc = newton_divided(nodes, 1 / (1 + 25 * nodes ** 2))
    fine = np.linspace(-1, 1, 201)
    vals = np.array([eval_newton(cc, nodes, v) for v in fine])
    print("%-12s max error %.4f" % (name, np.abs(vals - 1 / (1 + 25 * fine ** 2)).max()))
