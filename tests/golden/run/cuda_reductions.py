# cuda.reduce as a function and as a decorator.
import numpy as np
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b


product = cuda.reduce(lambda a, b: a * b)
greatest = cuda.Reduce(lambda a, b: a if a > b else b)

print(total(np.arange(10)), total(np.arange(1000)), total(np.arange(5000)))
print(total(np.arange(64, dtype=np.float64) * 0.5))
print(total(np.arange(10), init=100))
print(product(np.arange(1, 11), init=1))
print(greatest(np.array([3, 7, 2, 9, 4]), init=-100))
d = cuda.to_device(np.arange(300))
print(total(d))
res = cuda.device_array(1, dtype=np.int64)
total(d, res=res)
print(res.copy_to_host())
print(total(np.zeros(0, dtype=np.int64), init=5))
