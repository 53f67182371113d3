"""A whole program: one small kernel, copies there and back."""
import numpy as np
from numba import cuda


@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


a = np.arange(1000, dtype=np.float32)
c = np.zeros(1000, dtype=np.float32)
add[8, 128](a, a, c)
print(c.sum())
