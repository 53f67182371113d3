# Shared memory: reversing, transposing, several arrays, several dimensions and types.
import numpy as np
from numba import cuda, float32, int32, int64, complex128

N = 16


@cuda.jit
def reverse_blocks(a):
    s = cuda.shared.array(N, dtype=int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i]
    cuda.syncthreads()
    a[i] = s[cuda.blockDim.x - 1 - t]


@cuda.jit
def transpose(src, dst):
    tile = cuda.shared.array((4, 5), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.grid(2)
    if y < src.shape[0] and x < src.shape[1]:
        tile[ty, tx] = src[y, x]
    cuda.syncthreads()
    x2 = cuda.blockIdx.y * 4 + tx
    y2 = cuda.blockIdx.x * 4 + ty
    if y2 < dst.shape[0] and x2 < dst.shape[1]:
        dst[y2, x2] = tile[tx, ty]


@cuda.jit
def block_sums(a, out):
    s = cuda.shared.array(shape=8, dtype=np.float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i] if i < a.size else 0.0
    cuda.syncthreads()
    k = 4
    while k > 0:
        if t < k:
            s[t] += s[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


@cuda.jit
def two_arrays(out):
    a = cuda.shared.array(8, int32)
    b = cuda.shared.array((2, 2, 2), complex128)
    t = cuda.threadIdx.x
    a[t] = t * t
    b[t // 4, t // 2 % 2, t % 2] = complex(t, -t)
    cuda.syncthreads()
    other = 7 - t
    out[t] = a[other] + b[other // 4, other // 2 % 2, other % 2]


a = np.arange(48)
reverse_blocks[3, N](a)
print(a)

src = np.arange(6 * 9, dtype=np.float32).reshape(6, 9)
dst = np.zeros((9, 6), dtype=np.float32)
transpose[(3, 2), (4, 4)](src, dst)
print(dst)
print((dst == src.T).all())

out = np.zeros(4)
block_sums[4, 8](np.arange(30.0), out)
print(out, out.sum())

c = np.zeros(8, dtype=np.complex128)
two_arrays[1, 8](c)
print(c)
