# Kernels made by functions, that capture values and functions; kernels in a list.
import numpy as np
from numba import cuda


def make_scale(factor):
    @cuda.jit
    def scale(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= factor

    return scale


def make_map(f):
    @cuda.jit
    def apply(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = f(x[i])

    return apply


@cuda.jit(device=True)
def cube(v):
    return v * v * v


@cuda.jit(device=True)
def negate(v):
    return -v


double = make_scale(2)
triple = make_scale(3)
a = np.arange(5)
double[1, 8](a)
triple[1, 8](a)
print(a)

x = np.arange(4.0)
y = np.zeros(4)
for f in (cube, negate):
    make_map(f)[1, 4](x, y)
    print(y)


@cuda.jit
def plus_one(v):
    i = cuda.grid(1)
    if i < v.size:
        v[i] += 1


for kernel in (plus_one, double, plus_one):
    kernel[1, 8](a)
print(a)
