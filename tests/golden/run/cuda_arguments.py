# What kernels take: numbers of all kinds, tuples, nested and named ones, bools, complex numbers, None.
from collections import namedtuple

import numpy as np
from numba import cuda

Box = namedtuple("Box", ["low", "high"])


@cuda.jit
def tuples(shape, pair, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = shape[0] * 100 + shape[1] * 10 + pair[0] + pair[1][1]


@cuda.jit
def arrays_in_tuple(arrays, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = arrays[0][i] + arrays[1][i]


@cuda.jit
def named(box, x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        if v < box.low:
            v = box.low
        if v > box.high:
            v = box.high
        out[i] = v


@cuda.jit
def flags(x, negate, shift, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        if negate:
            v = -v
        if shift is not None:
            v = v + shift
        out[i] = v


@cuda.jit
def complex_numbers(z, c, out):
    i = cuda.grid(1)
    if i < z.size:
        w = z[i] * c + 1j
        out[i] = w.real * 100 + w.imag + abs(c)


out = np.zeros(3, dtype=np.int64)
tuples[1, 4]((2, 3), (1, (5, 7)), out)
print(out)
o = np.zeros(3)
arrays_in_tuple[1, 4]((np.arange(3.0), np.ones(3)), o)
print(o)
c = np.zeros(5)
named[1, 8](Box(1.0, 3.0), np.arange(5.0), c)
print(c)
f = np.zeros(3)
flags[1, 4](np.arange(3.0), True, None, f)
print(f)
flags[1, 4](np.arange(3.0), False, 10.0, f)
print(f)
z = np.zeros(2)
complex_numbers[1, 2](np.array([1 + 2j, 3 - 1j]), 3 + 4j, z)
print(z)
