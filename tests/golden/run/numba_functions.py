import math
import numpy as np
from numba import njit, literal_unroll
from numba import types, cfunc


@njit
def square(x):
    return x * x


@njit
def cube(x):
    return x * x * x


@njit
def integrate(f, a, b, n=100):
    h = (b - a) / n
    s = 0.0
    for i in range(n):
        s += f(a + (i + 0.5) * h)
    return s * h


@njit
def compose(f, g, x):
    return f(g(x))


@njit
def closure(k):
    def inner(x):
        return x * k

    return inner(2) + inner(3.5)


@njit
def with_lambda(a):
    f = lambda v: v + 1
    return [f(v) for v in a]


@njit
def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


@njit
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@njit
def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)


@njit
def unrolled():
    s = 0.0
    for v in literal_unroll((1, 2.5, 3)):
        s += v
    return s


@njit
def gen(n):
    a, b = 0, 1
    for _ in range(n):
        yield a
        a, b = b, a + b


@njit
def use_gen(n):
    s = 0
    for v in gen(n):
        s += v
    return s


def make(power):
    @njit
    def f(x):
        return x ** power
    return f


@cfunc(types.float64(types.float64))
def root(x):
    return math.sqrt(x)


@njit
def chain(x):
    if x < 0:
        return "negative"
    elif x == 0:
        return "zero"
    return "positive"


@njit
def enumerate_zip(a, b):
    s = 0
    for i, (x, y) in enumerate(zip(a, b)):
        s += i * x * y
    return s


SCALE = 2.5
TABLE = np.array([1, 4, 9])


@njit
def uses_globals(i):
    return TABLE[i] * SCALE


print("%.6f" % integrate(square, 0.0, 3.0), "%.6f" % integrate(cube, 0, 2, n=1000), compose(square, cube, 2))
print(compose(cube, square, 1.5))
print(closure(10), with_lambda([1, 2]), fact(10), fib(20), gcd(84, 36), unrolled(), list(gen(8)), use_gen(20))
print(make(2)(5), make(3)(2.0), root(16.0), chain(-1), chain(0), chain(5))
print(enumerate_zip([1, 2, 3], np.array([4, 5, 6])), uses_globals(2))
fs = (square, cube)
print([f(2) for f in fs], [integrate(f, 0.0, 1.0) > 0.24 for f in fs])
