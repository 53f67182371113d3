# args: --compare --target=cuda-cpu
# exit: 1
# What a kernel writes into cuda.In stays on a device; what it does not write into cuda.Out has no value
# there. On the CPU both are the array itself.
import numpy as np
from numba import cuda


@cuda.jit
def first_half(source, out):
    i = cuda.grid(1)
    if i < out.size // 2:
        source[i] += 1
        out[i] = source[i] * 10


a = np.arange(4.0)
b = np.full((2, 2), 7, dtype=np.float32)
c = np.arange(4)
first_half[1, 4](cuda.In(a), cuda.Out(b.reshape(4)))
first_half[1, 4](cuda.In(c), cuda.InOut(b.reshape(4)))
print("a", a)
print("same")
print("c", c)
