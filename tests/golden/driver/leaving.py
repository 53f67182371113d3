# args: --target=cuda
# env: FAKE_CUDA_CRASH=700
# exit: 1
# stderr: ValueError: first
# An exception that leaves the program is not replaced by what the device has to say.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, 1](cuda.device_array(64))
raise ValueError("first")
