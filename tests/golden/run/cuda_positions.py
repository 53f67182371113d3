# Where a thread stands: threads, blocks and grids of one to three dimensions.
import numpy as np
from numba import cuda


@cuda.jit
def where_1d(out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = cuda.threadIdx.x
        out[i, 1] = cuda.blockIdx.x
        out[i, 2] = cuda.blockDim.x
        out[i, 3] = cuda.gridDim.x
        out[i, 4] = cuda.gridsize(1)


@cuda.jit
def where_2d(out):
    x, y = cuda.grid(2)
    nx, ny = cuda.gridsize(2)
    out[x, y] = 1000 * nx + 100 * ny + 10 * cuda.threadIdx.y + cuda.blockIdx.y


@cuda.jit
def where_3d(out, sizes):
    x, y, z = cuda.grid(3)
    out[x, y, z] = 100 * x + 10 * y + z
    if x == 0 and y == 0 and z == 0:
        a, b, c = cuda.gridsize(3)
        sizes[0] = a
        sizes[1] = b
        sizes[2] = c
        sizes[3] = cuda.blockDim.x * 100 + cuda.blockDim.y * 10 + cuda.blockDim.z
        sizes[4] = cuda.gridDim.x * 100 + cuda.gridDim.y * 10 + cuda.gridDim.z


@cuda.jit
def lanes(out):
    i = cuda.grid(1)
    out[i] = cuda.laneid * 100 + cuda.warpsize + cuda.threadIdx.x // cuda.warpsize


a = np.zeros((7, 5), dtype=np.int64)
where_1d[2, 4](a)
print(a)

b = np.zeros((4, 6), dtype=np.int32)
where_2d[(2, 3), (2, 2)](b)
print(b)

c = np.zeros((2, 4, 3), dtype=np.int16)
sizes = np.zeros(5, dtype=np.int64)
where_3d[(1, 2, 3), (2, 2, 1)](c, sizes)
print(c)
print(sizes)

d = np.zeros(70, dtype=np.int64)
lanes[1, 70](d)
print(d[:3], d[31:34], d[63:66], d[69])

# a tuple of one, and ints of NumPy, are launch configurations too
e = np.zeros((3, 5), dtype=np.int64)
where_1d[(1,), (3,)](e)
print(e[2])
where_1d[np.int32(1), np.int64(2)](e)
print(e[0])
