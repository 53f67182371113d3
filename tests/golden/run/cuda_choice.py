# Kernels chosen while the program runs: from a variable, a list, a dict.
import numpy as np
from numba import cuda


@cuda.jit
def add(a, n):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += n


@cuda.jit
def multiply(a, n):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= n


a = np.ones(2)
for step in range(4):
    kernel = add if step % 2 == 0 else multiply
    kernel[1, 2](a, 3)
print(a)
kernels = [add, multiply]
for i in range(3):
    kernels[i % 2][1, 2](a, 2)
print(a)
by_name = {"add": add, "multiply": multiply}
for name in ["multiply", "add", "add"]:
    by_name[name][(1,), (2,), 0, 0](a, 2)
print(a)


def launch(kernel, array, n):
    kernel[1, array.size](array, n)


d = cuda.to_device(a)
launch(add, d, 1)
launch(multiply, d, 0.5)
print(d.copy_to_host())
