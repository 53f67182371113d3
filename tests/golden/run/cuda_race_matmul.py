# args: --check=race
# exit: 1
# stderr: npjit: race in kernel 'late': shared array 'left', element [0, 0]
# stderr: cuda_race_matmul.py:29: read by thread (3, 0, 0) of block (0, 0, 0)
# stderr: cuda_race_matmul.py:25: write by thread (0, 0, 0) of block (0, 0, 0)
# stderr: npjit: race in kernel 'late': shared array 'right', element [0, 0]
# stderr: npjit: race in kernel 'early': shared array 'left', element [0, 1]
# stderr: npjit: race in kernel 'early': shared array 'right', element [1, 0]
# stderr: npjit: 4 races found
# Products by tiles: once no barrier in front of the next tile, once none behind the loads.
import numpy as np
from numba import cuda, float32

T = 4


@cuda.jit
def late(a, b, c):
    left = cuda.shared.array((T, T), float32)
    right = cuda.shared.array((T, T), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    s = float32(0)
    for t in range(a.shape[1] // T):
        left[ty, tx] = a[i, t * T + tx]
        right[ty, tx] = b[t * T + ty, j]
        cuda.syncthreads()
        for k in range(T):
            s += left[ty, k] * right[k, tx]
    c[i, j] = s


@cuda.jit
def early(a, b, c):
    left = cuda.shared.array((T, T), float32)
    right = cuda.shared.array((T, T), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    s = float32(0)
    for t in range(a.shape[1] // T):
        left[ty, tx] = a[i, t * T + tx]
        right[ty, tx] = b[t * T + ty, j]
        for k in range(T):
            s += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    c[i, j] = s


a = np.ones((8, 8), dtype=np.float32)
late[(2, 2), (T, T)](a, a, np.zeros((8, 8), dtype=np.float32))
early[(2, 2), (T, T)](a, a, np.zeros((8, 8), dtype=np.float32))
print("done")
