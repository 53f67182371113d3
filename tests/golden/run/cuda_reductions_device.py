# cuda.reduce on device arrays: any size, parts, strides, a stream, a result that stays on the device.
import numpy as np
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b


greatest = cuda.reduce(lambda a, b: max(a, b))

values = np.random.RandomState(3).randint(0, 1000, 20000)
for n in (1, 31, 127, 128, 129, 300, 8191, 8192, 8193, 20000):
    for dtype in (np.int32, np.float64):
        part = values[:n].astype(dtype)
        d = cuda.to_device(part)
        print(n, total(d), total(d) == part.sum(), greatest(d), total(d) == total(part))

d = cuda.to_device(values.astype(np.float32))
stream = cuda.stream()
print(total(d, stream=stream), total(d, size=1000), total(d[::3]), total(d[5:]), total(d, init=10.0))
result = cuda.device_array(2, dtype=np.float32)
total(d, res=result)
total(d[:10], res=result[1:], stream=stream)
print(result.copy_to_host())
print(total(cuda.to_device(np.arange(300) * 1j)), total(cuda.device_array(0, dtype=np.int32), init=7))
third = np.float32(1) / np.float32(3)
same = cuda.to_device(np.full(70000, third, dtype=np.float32))
print(total(same) == total(same.copy_to_host()))
