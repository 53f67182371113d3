# Copies between host and device, and arrays made on the device.
import numpy as np
from numba import cuda


@cuda.jit
def increment(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


@cuda.jit
def fill2(a, v):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = v


h = np.arange(6.0)
d = cuda.to_device(h)
increment[1, 8](d)
print(h)
print(d.copy_to_host())
target = np.zeros(6)
r = d.copy_to_host(target)
print(target, r is target)
d.copy_to_device(np.full(6, 2.5))
increment[1, 8](d)
print(d.copy_to_host())
e = cuda.device_array(6, dtype=np.float64)
e.copy_to_device(d)
increment[1, 8](e)
print(d.copy_to_host(), e.copy_to_host())

m = cuda.device_array((2, 3), dtype=np.int32)
fill2[(1, 1), (4, 4)](m, 9)
print(m.copy_to_host(), m.shape, m.dtype, m.size, m.ndim, m.nbytes)
like = cuda.device_array_like(np.zeros((3, 2), dtype=np.uint8))
fill2[(1, 1), (4, 4)](like, 200)
print(like.copy_to_host(), like.dtype)
again = cuda.device_array_like(m)
fill2[(1, 1), (4, 4)](again, -1)
print(again.copy_to_host())

# parts of device arrays are views
increment[1, 4](d[1:3])
increment[1, 4](d[4:])
print(d.copy_to_host())
part = d[::2]
print(part.copy_to_host(), part.shape)
d[0:2] = np.array([70.0, 80.0])
d[5] = -1.0
print(d.copy_to_host(), d[0], d[5])

# host arrays as arguments are copied there and back
plain = np.arange(4)
increment[1, 4](plain)
print(plain)
pinned = cuda.pinned_array(4, dtype=np.int64)
pinned[:] = 5
increment[1, 4](pinned)
print(pinned)
with cuda.pinned(plain):
    q = cuda.to_device(plain)
    increment[1, 4](q)
    q.copy_to_host(plain)
print(plain)
mapped = cuda.mapped_array(3, dtype=np.float32)
mapped[:] = 1.5
increment[1, 4](mapped)
print(mapped)

# existing device arrays as the target of a copy
box = cuda.device_array(3, dtype=np.int64)
cuda.to_device(np.array([7, 8, 9]), to=box)
print(box.copy_to_host())
print(np.asarray(box.copy_to_host()).sum(), len(box))


def round_trip(values):
    dev = cuda.to_device(values)
    for _ in range(3):
        increment[1, 16](dev)
    return dev.copy_to_host()


print(round_trip(np.arange(3.0)), round_trip(np.array([1, 2])))
