# Ways to launch: configurations kept in variables, forall, streams and shared memory in the configuration.
import numpy as np
from numba import cuda


@cuda.jit
def add(x, v):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += v


@cuda.jit
def nothing():
    pass


@cuda.jit
def many(a, b, c, d, e, f, g, h):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = b[i] + c[i] + d[i] + e + f + g + h


x = np.zeros(10)
configured = add[2, 8]
configured(x, 1.0)
configured(x, 2.0)
print(x)
stream = cuda.stream()
add[2, 8, stream](x, 10.0)
add[2, 8, stream, 128](x, 20.0)
add[2, 8, 0, 0](x, 30.0)
stream.synchronize()
print(x)
add.forall(x.size)(x, 0.5)
print(x)
add.forall(len(x), tpb=4)(x, 0.25)
print(x)
nothing[1, 1]()
nothing[(2, 2), (2, 2, 2)]()

n = 7
threads = 4
blocks = (n + threads - 1) // threads
grid = (blocks, 1)
y = np.zeros(n)
add[grid, threads](y, 1)
print(y)
for threads in (1, 3, 7, 32):
    add[-(-n // threads), threads](y, 1)
print(y)

a = np.zeros(3, dtype=np.int64)
many[1, 4](a, np.arange(3), np.arange(3) * 10, np.ones(3, dtype=np.int32), 1, 2, 3, 4)
print(a)
