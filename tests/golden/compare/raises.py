# args: --compare --target=cuda-cpu
# The same exception on both sides is no difference, whichever thread raises first.
import numpy as np
from numba import cuda


@cuda.jit
def overrun(a):
    i = cuda.grid(1)
    a[i] = i


print("before")
overrun[2, 4](np.zeros(4))
