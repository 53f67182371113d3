# The functions of cuda.fp16.
import numpy as np
from numba import cuda


@cuda.jit
def two(a, b, out, tests):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[0, i] = cuda.fp16.hadd(x, y)
        out[1, i] = cuda.fp16.hsub(x, y)
        out[2, i] = cuda.fp16.hmul(x, y)
        out[3, i] = cuda.fp16.hdiv(x, y)
        out[4, i] = cuda.fp16.hfma(x, y, x)
        out[5, i] = cuda.fp16.hmax(x, y)
        out[6, i] = cuda.fp16.hmin(x, y)
        tests[0, i] = cuda.fp16.heq(x, y)
        tests[1, i] = cuda.fp16.hne(x, y)
        tests[2, i] = cuda.fp16.hgt(x, y)
        tests[3, i] = cuda.fp16.hge(x, y)
        tests[4, i] = cuda.fp16.hlt(x, y)
        tests[5, i] = cuda.fp16.hle(x, y)


@cuda.jit
def one(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[0, i] = cuda.fp16.hneg(x)
        out[1, i] = cuda.fp16.habs(cuda.fp16.hneg(x))
        out[2, i] = cuda.fp16.hsin(x)
        out[3, i] = cuda.fp16.hcos(x)
        out[4, i] = cuda.fp16.hlog(x)
        out[5, i] = cuda.fp16.hlog2(x)
        out[6, i] = cuda.fp16.hlog10(x)
        out[7, i] = cuda.fp16.hexp(x)
        out[8, i] = cuda.fp16.hexp2(x)
        out[9, i] = cuda.fp16.hexp10(x)
        out[10, i] = cuda.fp16.hsqrt(x)
        out[11, i] = cuda.fp16.hrsqrt(x)
        out[12, i] = cuda.fp16.hrcp(x)
        out[13, i] = cuda.fp16.hfloor(x)
        out[14, i] = cuda.fp16.hceil(x)
        out[15, i] = cuda.fp16.hrint(x)
        out[16, i] = cuda.fp16.htrunc(x)


a = np.array([1, 2.5, -3, 0.1], dtype=np.float16)
b = np.array([2, 2.5, 4, -0.3], dtype=np.float16)
out = np.zeros((7, 4), dtype=np.float16)
tests = np.zeros((6, 4), dtype=np.bool_)
two[1, 4](a, b, out, tests)
print(out)
print(tests)
a = np.array([1, 2.5, 0.3, 1.75], dtype=np.float16)
out = np.zeros((17, 4), dtype=np.float16)
one[1, 4](a, out)
print(np.round(out.astype(np.float64), 2))
