# The threads of a row are one vector, their sums a register.
# check-llvm-opt: define internal i32 @tiles{{.*}}grid.parallel
# check-llvm-opt: phi <16 x float>
# check-llvm-opt: load float
# check-llvm-opt: fmul <16 x float>
# check-llvm-opt: fadd <16 x float>
# check-llvm-opt-not: fmul float
import numpy as np
from numba import cuda, float32


@cuda.jit
def tiles(a, b, c):
    left = cuda.shared.array((16, 16), float32)
    right = cuda.shared.array((16, 16), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    s = float32(0)
    for t in range(a.shape[1] // 16):
        left[ty, tx] = a[i, t * 16 + tx]
        right[ty, tx] = b[t * 16 + ty, j]
        cuda.syncthreads()
        for k in range(16):
            s += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    c[i, j] = s


a = np.ones((32, 32), dtype=np.float32)
c = np.zeros((32, 32), dtype=np.float32)
tiles[(2, 2), (16, 16)](a, a, c)
