# Programs for CuPy: NumPy's functions, copies for the host, and what waits for the device.
import cupy as cp
import numpy as np

x_gpu = cp.arange(6, dtype=cp.float32).reshape(2, 3)
x = cp.asnumpy(x_gpu)
print(x, type(x).__name__)
xp = cp.get_array_module(x_gpu)
print(xp.sum(x_gpu), cp.linalg.norm(x_gpu).get())
y = (x_gpu * 2).get()
y[0, 0] = 100
print(y, x_gpu)
cp.cuda.Stream.null.synchronize()
cp.cuda.Device(0).synchronize()
cp.cuda.runtime.deviceSynchronize()
with cp.cuda.Device(0):
    z = cp.ones(3)
print(z)
cp.get_default_memory_pool().free_all_blocks()
print(cp.asarray([1, 2, 3]).sum(), float(cp.max(x_gpu)))
