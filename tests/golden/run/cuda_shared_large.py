# More than 48 KiB of shared memory: in one kernel, in a device function that two kernels call, and
# with dynamic shared memory behind it.
import numpy as np
from numba import cuda, float64, int32


@cuda.jit
def reverse(x):
    a = cuda.shared.array(4000, float64)
    b = cuda.shared.array((40, 100), float64)
    i = cuda.threadIdx.x
    for j in range(i, 4000, cuda.blockDim.x):
        a[j] = x[j]
        b[j // 100, j % 100] = -x[j]
    cuda.syncthreads()
    for j in range(i, 4000, cuda.blockDim.x):
        x[j] = a[3999 - j] + 0.5 * b[(3999 - j) // 100, (3999 - j) % 100]


@cuda.jit(device=True)
def rotate(x, i):
    a = cuda.shared.array(7000, float64)
    for j in range(i, 7000, cuda.blockDim.x):
        a[j] = x[j]
    cuda.syncthreads()
    for j in range(i, 7000, cuda.blockDim.x):
        x[j] = a[(j + 1) % 7000]
    cuda.syncthreads()


@cuda.jit
def once(x):
    rotate(x, cuda.threadIdx.x)


@cuda.jit
def twice(x, total):
    counts = cuda.shared.array(0, int32)
    i = cuda.threadIdx.x
    if i < 10:
        counts[i] = i
    cuda.syncthreads()
    rotate(x, i)
    rotate(x, i)
    cuda.atomic.add(total, 0, counts[i % 10])
    if i == 0:
        total[1] = counts.size


x = np.arange(4000.0)
reverse[1, 128](x)
print(x[:4], x[-1])
y = np.arange(7000.0)
once[1, 256](y)
print(y[:3], y[-1])
total = np.zeros(2, dtype=np.int32)
twice[1, 128, 0, 80](y, total)
print(y[:3], y[-1], total)
