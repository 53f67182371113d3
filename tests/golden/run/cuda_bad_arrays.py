# Mistakes with device arrays, caught.
import numpy as np
from numba import cuda

d = cuda.to_device(np.arange(6.0))
e = cuda.to_device(np.arange(6.0).reshape(2, 3))


def attempt(which):
    if which == 0:
        d.copy_to_host(np.zeros(5))
    elif which == 1:
        d.copy_to_host(np.zeros((2, 3)))
    elif which == 2:
        d.copy_to_device(np.zeros(7))
    elif which == 3:
        cuda.device_array((3, -1))
    elif which == 4:
        cuda.device_array(10 * 2**40, dtype=np.int8)
    elif which == 5:
        d.reshape(4, 2)
    elif which == 6:
        d[1:3] = np.zeros(3)
    elif which == 7:
        print(d[6 + which - 7])
    elif which == 8:
        print(e[1, which - 5])
    elif which == 9:
        d[-which] = 1.0
    elif which == 10:
        cuda.pinned_array(-1)


for which in range(11):
    try:
        attempt(which)
        print(which, "no error")
    except (ValueError, MemoryError, IndexError) as error:
        print(which, type(error).__name__)
print(d.copy_to_host(), e.copy_to_host()[1])

# What is no mistake.
d[1:3] = np.array([7, 8])
d[3:] = 1
e[:] = np.array([1.0, 2.0, 3.0])
e[0] = np.float32(9)
print(d.copy_to_host(), e.copy_to_host())
empty = cuda.to_device(np.zeros((0, 3)))
print(empty.shape, empty.copy_to_host().shape)
scalar = cuda.to_device(np.array(3.0))
print(scalar.shape, scalar.copy_to_host())
h = np.zeros(12)
d.copy_to_host(h[::2])
print(h)
