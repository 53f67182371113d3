# args: --target=cuda
# stderr: 0 faults; left: 0 allocations
# A little of everything; check_driver.py lets each call of the driver fail.
import numpy as np
from numba import cuda


@cuda.jit
def k(x, y):
    x[cuda.grid(1)] = y[0]


d = cuda.to_device(np.arange(12.0).reshape(3, 4))
print(d[:, 2].copy_to_host(), d[::-1, ::2].copy_to_host())
d[1] = 9
d[:, 0] = np.array([5.0, 6.0, 7.0])
print(d.copy_to_host())
large = cuda.to_device(np.ones(17 << 20, dtype=np.int8))
print(large.copy_to_host().sum())
c = cuda.device_array(3, dtype=np.complex128)
c[:] = 1 + 2j
print(c.copy_to_host())
s = cuda.stream()
p = cuda.pinned_array(8, dtype=np.int32)
p[:] = 1
q = cuda.to_device(p, stream=s)
x = np.arange(6.0)
k[1, 3, s](x, x[::2])
k[1, 6, 0, 60000](q, x)
k.forall(6)(q, x)
e, f = cuda.event(), cuda.event()
e.record(s)
e.wait()
f.record()
f.synchronize()
print(e.elapsed_time(f) > 0, e.query())
print(q.copy_to_host(stream=s), x)
cuda.synchronize()
