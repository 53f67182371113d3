# Shared memory, barriers; the loads of both tiles come before the loop, then behind its first barrier.
# args: --sm=80
# check-ptx: .version 7.0
# check-ptx: .target sm_80
# check-ptx: .visible .entry product
# check-ptx: .maxntid 16, 16, 1
# check-ptx: .shared .align 16 .b8
# check-ptx: ld.global.b32
# check-ptx: ld.global.b32
# check-ptx: ld.shared
# check-ptx: bar.sync 0
# check-ptx: st.shared.b32
# check-ptx: st.shared.b32
# check-ptx: bar.sync 0
# check-ptx: ld.global.b32
# check-ptx: ld.global.b32
import numpy as np
from numba import cuda, float32

TILE = 16


@cuda.jit
def product(A, B, C):
    sA = cuda.shared.array((TILE, TILE), float32)
    sB = cuda.shared.array((TILE, TILE), float32)
    col, row = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    acc = float32(0.0)
    for t in range(A.shape[1] // TILE):
        sA[ty, tx] = A[row, t * TILE + tx]
        sB[ty, tx] = B[t * TILE + ty, col]
        cuda.syncthreads()
        for k in range(TILE):
            acc += sA[ty, k] * sB[k, tx]
        cuda.syncthreads()
    C[row, col] = acc


a = np.ones((32, 32), dtype=np.float32)
c = np.zeros((32, 32), dtype=np.float32)
product[(2, 2), (TILE, TILE)](a, a, c)
