from functools import partial, reduce
import math
import numpy as np
from numba import njit


def make_adder(k):
    def add(x):
        return x + k
    return add


def make_counter():
    n = 0

    def bump(by=1):
        nonlocal n
        n += by
        return n
    return bump


def compose(*fs):
    def run(x):
        for f in fs:
            x = f(x)
        return x
    return run


def make_kernel(scale, shift):
    @njit
    def kernel(a):
        out = np.empty_like(a)
        for i in range(a.size):
            out[i] = a[i] * scale + shift
        return out
    return kernel


def derivative(f, h=1e-5):
    return lambda x: (f(x + h) - f(x - h)) / (2 * h)


def polynomial(*coeffs):
    def p(x):
        total = 0
        for c in coeffs:
            total = total * x + c
        return total
    return p


@njit
def integrate(f, a, b, n):
    h = (b - a) / n
    s = 0.0
    for i in range(n):
        s += f(a + (i + 0.5) * h)
    return s * h


add3, add10 = make_adder(3), make_adder(10)
print(add3(4), add10(4), add3(add10(0)), make_adder("!")("hey"))
c1, c2 = make_counter(), make_counter()
c1()
c1(5)
print(c1(), c2())
print(compose(add3, lambda v: v * 2, str)(1) + "#")

k1 = make_kernel(2.0, 1.0)
k2 = make_kernel(-1.0, 0.5)
a = np.array([0.0, 1.0, 2.5])
print(k1(a), k2(a), k1(k2(a)))

p = polynomial(1, 0, -2)
print(p(3), p(1.5), [round(derivative(p)(x), 4) for x in (0.0, 1.0, 2.0)])
print("%.6f %.6f" % (integrate(njit(lambda x: x * x), 0.0, 1.0, 200), integrate(njit(lambda t: math.sin(t)), 0.0, math.pi, 500)))

table = {"double": lambda v: 2 * v, "square": lambda v: v * v, "negate": lambda v: -v}
for name, f in table.items():
    print(name, f(7), end="; ")
print()
print(list(map(add3, [1, 2, 3])), list(filter(lambda v: v % 2, range(8))))
print(reduce(lambda x, y: x * y, [1, 2, 3, 4, 5]))
power = partial(pow, 2)
print(power(10), partial(int, base=2)("1101"), reduce(math.gcd, [84, 36, 120]))
adders = [lambda x, k=k: x + k for k in range(3)]
print([f(10) for f in adders])
late = [lambda x: x + k for k in range(3)]
print([f(10) for f in late])
words = ["pear", "fig", "banana", "kiwi"]
print(sorted(words, key=len), sorted(words, key=lambda w: w[-1]), max(words, key=lambda w: (len(w), w)))


def apply_n(f, n, x):
    return x if n == 0 else apply_n(f, n - 1, f(x))


print(apply_n(lambda v: v * 2 + 1, 5, 0), apply_n(add10, 4, 2))
ops = [(np.add, "+"), (np.multiply, "*"), (np.maximum, "max")]
for f, symbol in ops:
    print(symbol, f(np.array([1, 5]), np.array([3, 2])))
