# In, Out and InOut: which way host arrays are copied.
import numpy as np
from numba import cuda


@cuda.jit
def combine(a, b, c):
    i = cuda.grid(1)
    if i < a.size:
        c[i] = a[i] + b[i]
        b[i] = b[i] * 2


a = np.arange(4.0)
b = np.ones(4)
c = np.zeros(4)
combine[1, 4](cuda.In(a), cuda.InOut(b), cuda.Out(c))
print(a, b, c)
combine[1, 4](a, cuda.InOut(b), c)
print(b, c)
