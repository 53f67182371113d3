# args: --target=cuda
# env: FAKE_CUDA_CRASH=700
# exit: 1
# stderr: RuntimeError: waiting for the device: a kernel used memory that is not its own (an array freed too early, a recursion too deep, or --unsafe) (CUDA_ERROR_ILLEGAL_ADDRESS); the last launch was k[(2, 1, 1), (32, 1, 1)], and the device cannot be used any more
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


d = cuda.device_array(64)
k[2, 32](d)
print("launched")
cuda.synchronize()
