# args: --compare --target=cuda-cpu
# exit: 1
# A launch returns before the kernel runs: output and exceptions of kernels come when something waits.
import numpy as np
from numba import cuda


@cuda.jit
def show(n):
    print("kernel", n)


@cuda.jit
def overrun(a):
    i = cuda.grid(1)
    a[i] = i


show[1, 1](1)
print("launched")
cuda.synchronize()
a = cuda.to_device(np.zeros(4))
overrun[2, 4](a)
print("goes on")
cuda.synchronize()
print("never")
