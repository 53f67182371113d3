# One test in front of the loop stands for the checks of the subscripts that follow its variable.
# args: --sm=90
# check-ptx: .entry product
# check-ptx: 1099511627775
# check-ptx: ld.global.b32
# check-ptx: ld.global.b32
# check-ptx: mul.rn.f32
import numpy as np
from numba import cuda, float32


@cuda.jit
def product(A, B, C):
    i, j = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = float32(0.0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total


a = np.ones((8, 8), dtype=np.float32)
product[(1, 1), (8, 8)](a, a, np.zeros((8, 8), dtype=np.float32))
