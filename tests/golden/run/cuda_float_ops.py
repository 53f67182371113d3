# fma, cbrt, selp, and scalar functions of math and NumPy in kernels.
import math

import numpy as np
from numba import cuda


@cuda.jit
def special(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.fma(a[i], b[i], c[i])
        out[i, 1] = cuda.cbrt(a[i])
        out[i, 2] = cuda.selp(a[i] > b[i], a[i], b[i])


@cuda.jit
def elementary(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i, 0] = math.sin(v) ** 2 + math.cos(v) ** 2
        out[i, 1] = math.sqrt(v)
        out[i, 2] = math.floor(v) + math.ceil(v) * 100
        out[i, 3] = math.exp(math.log(v))
        out[i, 4] = math.fabs(-v) + math.copysign(1.0, -v)
        out[i, 5] = math.pow(v, 3.0)
        out[i, 6] = math.hypot(3.0 * v, 4.0 * v)
        out[i, 7] = math.degrees(math.radians(v))


@cuda.jit
def more(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i, 0] = math.atan2(v, 1.0) + math.tan(v) - math.tanh(v)
        out[i, 1] = math.erf(v) + math.erfc(v)
        out[i, 2] = math.gamma(v + 1.0)
        out[i, 3] = math.expm1(v) - math.log1p(v)
        out[i, 4] = math.asinh(math.sinh(v))
        out[i, 5] = math.isnan(v) + 2 * math.isinf(v)


@cuda.jit
def ufuncs(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i, 0] = abs(v) + max(v, 1.0) + min(v, 2.0, 0.5)
        out[i, 1] = round(v)
        out[i, 2] = int(v)
        out[i, 3] = v // 0.75
        out[i, 4] = v % 0.75
        out[i, 5] = v**2


a = np.array([1.0, 8.0, -27.0, 0.125])
b = np.array([2.0, -3.0, 0.5, 4.0])
c = np.array([0.5, 0.25, 100.0, -0.5])
out = np.zeros((4, 3))
special[1, 4](a, b, c, out)
print(np.round(out, 12))
x = np.array([0.5, 1.0, 2.25, 6.75])
out = np.zeros((4, 8))
elementary[1, 4](x, out)
print(np.round(out, 10))
out = np.zeros((4, 6))
more[1, 4](np.array([0.5, 1.0, 2.0, 3.0]), out)
print(np.round(out, 9))
out = np.zeros((5, 6))
ufuncs[1, 8](np.array([-1.75, 0.25, 1.5, 2.5, 7.0]), out)
print(out)
