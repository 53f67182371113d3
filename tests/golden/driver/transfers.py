# args: --target=cuda
# stderr: 0 faults; left: 0 allocations
# Copies of every kind, on a driver whose kernels do nothing.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


def round_trip(a):
    d = cuda.to_device(a)
    b = d.copy_to_host()
    return a.shape == b.shape and a.dtype == b.dtype and (a == b).all()


print(round_trip(np.arange(10)))
print(round_trip(np.arange(24.0).reshape(2, 3, 4)))
print(round_trip(np.arange(24.0).reshape(4, 6).T))
print(round_trip(np.arange(24.0)[::2]))
print(round_trip(np.arange(24.0).reshape(4, 6)[:, 1:3]))
print(round_trip(np.zeros(0)))
print(round_trip(np.array(7.5)))
print(round_trip(np.arange(3 << 20, dtype=np.float32)))
print(round_trip(np.arange(70 << 20, dtype=np.int8)))

d = cuda.to_device(np.arange(12.0).reshape(3, 4))
print(d[1].copy_to_host(), d[:, 2].copy_to_host(), d[::-1, ::2].copy_to_host())
d[1] = 9
d[2, 3] = -1
d[:, 0] = np.array([5.0, 6.0, 7.0])
print(d.copy_to_host())
e = cuda.device_array_like(d)
e.copy_to_device(d)
d[:] = 0
print(e.copy_to_host()[0], d.copy_to_host()[0])
h = np.zeros((3, 4))
e.copy_to_host(h)
print(h[1])
c = cuda.device_array(5, dtype=np.complex128)
c[:] = 1 + 2j
print(c.copy_to_host())

s = cuda.stream()
p = cuda.pinned_array(8, dtype=np.int32)
for i in range(8):
    p[i] = i
q = cuda.to_device(p, stream=s)
for i in range(8):
    p[i] = -1
print(q.copy_to_host(stream=s))
q.copy_to_host(p, stream=s)
s.synchronize()
print(p)

x = np.arange(6.0)
k[1, 6](x)
k[1, 3, s](x[::2])
k[2, 3](q)
cuda.synchronize()
print(x)
