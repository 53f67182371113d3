# Options of kernels with values that they cannot have.
import numpy as np
from numba import cuda


@cuda.jit(max_registers=256)
def many(x):
    x[0] = 1


@cuda.jit(launch_bounds=(1, 2, 3, 4))
def four(x):
    x[0] = 1


@cuda.jit(launch_bounds=2048)
def large(x):
    x[0] = 1


@cuda.jit(launch_bounds=(128, "two"))
def text(x):
    x[0] = 1


@cuda.jit(shared_memory_carveout=101)
def carved(x):
    x[0] = 1


x = np.zeros(1)
many[1, 1](x)
