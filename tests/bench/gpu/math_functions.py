"""Functions of floats in kernels: their largest errors against the C library, and times on the GPU.

    npjit --target=cuda math_functions.py                 npjit's own functions
    npjit --target=cuda --libdevice math_functions.py     those of NVIDIA's library
"""
import math
import time

import numpy as np
from numba import cuda


@cuda.jit
def on_device(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[0, i] = math.sin(v)
        out[1, i] = math.cos(v)
        out[2, i] = math.exp(v)
        out[3, i] = math.log(v + 40.0)
        out[4, i] = math.pow(abs(v) + 0.1, 1.7)
        out[5, i] = math.tanh(v)
        out[6, i] = math.erf(v)
        out[7, i] = math.erfc(v)
        out[8, i] = math.lgamma(abs(v) + 0.01)
        out[9, i] = math.gamma(abs(v) + 0.01)
        out[10, i] = math.atan2(v, 2.0)
        out[11, i] = math.expm1(v)


@cuda.jit
def sines(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.sin(x[i])


@cuda.jit
def powers(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.pow(abs(x[i]) + 0.1, 1.7)


@cuda.jit(fastmath=True)
def quick(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[0, i] = math.sin(v)
        out[1, i] = math.exp(v)
        out[2, i] = math.log(abs(v) + np.float32(0.1))
        out[3, i] = math.tanh(v)


names = ["sin", "cos", "exp", "log", "pow", "tanh", "erf", "erfc", "lgamma", "gamma", "atan2", "expm1"]
n = 100_000
x = np.random.default_rng(1).uniform(-20.0, 20.0, n)
got = np.zeros((12, n))
on_device[(n + 255) // 256, 256](x, got)
want = np.zeros((12, n))
for i in range(n):
    v = x[i]
    want[0, i] = math.sin(v)
    want[1, i] = math.cos(v)
    want[2, i] = math.exp(v)
    want[3, i] = math.log(v + 40.0)
    want[4, i] = math.pow(abs(v) + 0.1, 1.7)
    want[5, i] = math.tanh(v)
    want[6, i] = math.erf(v)
    want[7, i] = math.erfc(v)
    want[8, i] = math.lgamma(abs(v) + 0.01)
    want[9, i] = math.gamma(abs(v) + 0.01)
    want[10, i] = math.atan2(v, 2.0)
    want[11, i] = math.expm1(v)
for k in range(12):
    # math.lgamma of Python is good to absolute errors alone where the result is small
    scale = np.maximum(np.abs(want[k]), 1.0) if k == 8 else np.abs(want[k])
    ulp = np.abs(got[k] - want[k]) / np.spacing(scale)
    print("%-7s %.2f ULP" % (names[k], ulp.max()))

f = np.random.default_rng(2).uniform(-3.0, 3.0, n).astype(np.float32)
fast = np.zeros((4, n), dtype=np.float32)
quick[(n + 255) // 256, 256](f, fast)
d = f.astype(np.float64)
print("fast sin   %.2e absolute" % np.abs(fast[0] - np.sin(d)).max())
print("fast exp   %.2e relative" % (np.abs(fast[1] - np.exp(d)) / np.exp(d)).max())
print("fast log   %.2e absolute" % np.abs(fast[2] - np.log(np.abs(d) + 0.1)).max())
print("fast tanh  %.2e absolute" % np.abs(fast[3] - np.tanh(d)).max())

n = 1 << 26
dx = cuda.to_device(np.linspace(-20.0, 20.0, n))
dy = cuda.device_array(n)
for _ in range(2):
    sines[(n + 255) // 256, 256](dx, dy)
    powers[(n + 255) // 256, 256](dx, dy)
cuda.synchronize()
t = time.perf_counter()
for _ in range(10):
    sines[(n + 255) // 256, 256](dx, dy)
cuda.synchronize()
print("sin f64: %.3f ms for 2^26" % ((time.perf_counter() - t) * 100))
t = time.perf_counter()
for _ in range(10):
    powers[(n + 255) // 256, 256](dx, dy)
cuda.synchronize()
print("pow f64: %.3f ms for 2^26" % ((time.perf_counter() - t) * 100))
