# A launch with more threads than the kernel's launch_bounds allow.
import numpy as np
from numba import cuda


@cuda.jit(launch_bounds=(64, 2))
def bounded(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = i


x = np.zeros(256)
bounded[4, 64](x)
bounded[2, 128](x)
