# Printing in kernels.
import numpy as np
from numba import cuda


@cuda.jit
def hello(block):
    if cuda.threadIdx.x == 1 and cuda.blockIdx.x == block:
        print("thread", cuda.threadIdx.x, "of block", cuda.blockIdx.x)


@cuda.jit
def values(x):
    for i in range(x.size):
        if x[i] > 2:
            print(i, x[i], x[i] * 0.5)


hello[1, 2](0)
cuda.synchronize()
hello[2, 2](1)
cuda.synchronize()
values[1, 1](np.array([5, 1, 3]))
cuda.synchronize()
print("done")
