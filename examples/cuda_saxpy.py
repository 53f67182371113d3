"""y = a * x + y on the device: one element a thread, and with a grid-stride loop."""
import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]


@cuda.jit
def saxpy_strided(a, x, y):
    for i in range(cuda.grid(1), y.size, cuda.gridsize(1)):
        y[i] = a * x[i] + y[i]


n = 5000
x = (np.arange(n) % 17).astype(np.float32)
y = (np.arange(n) % 5).astype(np.float32)
a = np.float32(0.5)

d_x = cuda.to_device(x)
d_y = cuda.to_device(y)
threads = 256
saxpy[(n + threads - 1) // threads, threads](a, d_x, d_y)
once = d_y.copy_to_host()

saxpy_strided[4, threads](a, d_x, d_y)
twice = d_y.copy_to_host()

print("first values", once[:8])
print("dtype", once.dtype)
print("as NumPy:", np.array_equal(once, a * x + y))
print("again:", np.array_equal(twice, a * x + once))
