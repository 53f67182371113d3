# Kernels with signatures are printed though nothing launches them; line tables of those that want them.
# args: --sm=80
# check-ptx: .entry scale$
# check-ptx: .param .f32
# check-ptx: .entry scale$
# check-ptx: .param .f64
# check-ptx: .entry fill$
# check-ptx: .loc 1 26
# check-ptx-not: .entry
# check-ptx: .file 1
import numpy as np
from numba import cuda


@cuda.jit(["void(float32[::1], float32)", "void(float64[:], float64)"])
def scale(x, a):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= a


@cuda.jit("void(float64[:, ::1])", lineinfo=True)
def fill(x):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        x[i, j] = 1.0


@cuda.jit
def lazy(x):
    x[0] = 1
