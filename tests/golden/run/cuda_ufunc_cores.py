# @guvectorize for CUDA: core dimensions must agree; streams, outputs on the device, the size of blocks.
import numpy as np
from numba import cuda, guvectorize, vectorize


@guvectorize(["void(int32[:,:], int32[:], int32[:,:])"], "(m,n),(n)->(m,n)", target="cuda")
def add_row(a, b, c):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            c[i, j] = a[i, j] + b[j]


@guvectorize(["void(float32[:,:], float32[:,:], float32[:,:])"], "(m,n),(n,p)->(m,p)", target="cuda")
def product(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            total = np.float32(0)
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            c[i, j] = total


@vectorize(["float32(float32, float32)"], target="cuda")
def plus(a, b):
    return a + b


product.max_blocksize = 32
plus.max_blocksize = 64
print(add_row(np.arange(6, dtype=np.int32).reshape(2, 3), np.array([10, 20, 30], dtype=np.int32)))
for rows, columns, n in ((2, 3, 4), (1, 4, 3), (5, 2, 2)):
    try:
        print(add_row(np.zeros((rows, columns), np.int32), np.zeros(n, np.int32)).shape)
    except ValueError as e:
        print(e)
try:
    product(np.zeros((2, 2, 3), np.float32), np.zeros((4, 2), np.float32))
except ValueError as e:
    print(e)
a = np.arange(32, dtype=np.float32).reshape(2, 4, 4)
b = np.ones((2, 4, 4), dtype=np.float32)
stream = cuda.stream()
with stream.auto_synchronize():
    da, db = cuda.to_device(a, stream), cuda.to_device(b, stream)
    out = cuda.device_array(shape=a.shape, dtype=np.float32, stream=stream)
    product(da, db, out=out, stream=stream)
    plus(out, da, out=out, stream=stream)
print(out.copy_to_host())
