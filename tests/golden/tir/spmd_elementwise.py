"""A kernel without barriers is one loop over the threads of a block, and its guard the loop's end."""
import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < x.size:
        y[i] += a * x[i]


x, y = np.ones(1000), np.ones(1000)
saxpy[4, 256](2.0, x, y)
# check-tir: fn saxpy.0(
# check-tir: lanes for thread.x in 0 .. min({{.*}}shape(x, 0){{.*}} - (block.x * 256){{.*}}, 256)
# check-tir-not: if
# check-tir: (a * float(x[
# check-tir: fn saxpy.0.grid
