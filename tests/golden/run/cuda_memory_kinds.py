# Arrays in pinned, mapped and managed memory, and what device arrays tell and give.
import numpy as np
from numba import cuda


@cuda.jit
def add_index(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += i


h = np.arange(4.0)
for make in (cuda.pinned_array_like, cuda.mapped_array_like):
    p = make(h)
    p[:] = h
    add_index[1, 32](p)
    cuda.synchronize()
    print(p, p.dtype, p.shape)
m = cuda.mapped_array(4, dtype=np.float32)
m[:] = 2
add_index[1, 32](m)
cuda.synchronize()
print(m)
g = cuda.managed_array((2, 2), dtype=np.int32)
g[:] = 7
add_index[1, 32](g.ravel())
cuda.synchronize()
print(g)
with cuda.pinned(h):
    s = cuda.stream()
    d = cuda.to_device(h, stream=s)
    add_index[1, 32, s](d)
    d.copy_to_host(h, stream=s)
    s.synchronize()
print(h)

d = cuda.to_device(np.arange(12, dtype=np.float32).reshape(3, 4))
print(d.shape, d.size, d.ndim, d.dtype, d.nbytes, d.strides, len(d), d.alloc_size, d.itemsize)
print(d.is_c_contiguous(), d.is_f_contiguous(), d.T.is_c_contiguous(), d.T.is_f_contiguous())
print(d.view(np.int32).copy_to_host()[0])
print(d.ravel().copy_to_host(), d.reshape(2, 6).copy_to_host(), d.transpose().shape)
print(d.reshape((1, 12)).squeeze().shape)
for part in d.ravel().split(5):
    print(part.copy_to_host())
e = cuda.as_cuda_array(d)
print(cuda.is_cuda_array(e), cuda.is_cuda_array(h))
f = cuda.device_array((2, 3), dtype=np.int16, order="F")
f.copy_to_device(np.arange(6, dtype=np.int16).reshape(2, 3))
print(f.strides, f.copy_to_host())
print(cuda.device_array_like(f).strides)
