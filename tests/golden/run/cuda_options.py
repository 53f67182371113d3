# Options of @cuda.jit that shape the code and not what it computes.
import math

import numpy as np
from numba import cuda, float32


@cuda.jit(max_registers=32, lineinfo=True)
def few_registers(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.sqrt(x[i]) * 2.0


@cuda.jit(launch_bounds=128, lto=True, shared_memory_carveout=50)
def bounded(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1.0


@cuda.jit(launch_bounds=(64, 4), max_registers=None)
def blocks(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 2.0


@cuda.jit("void(float32[:])", launch_bounds=(64, 2, 4), opt=False)
def clusters(x):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    x[t] = s[63 - t]


@cuda.jit(debug=True, opt=False)
def debugged(x):
    i = cuda.grid(1)
    for k in range(3):
        if i < x.size:
            x[i] -= k


@cuda.jit(device=True, lineinfo=True, inline="always")
def cube(v):
    return v * v * v


@cuda.jit(fastmath=True, opt=True, debug=False)
def cubes(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = cube(x[i])


x = np.arange(100.0)
y = np.zeros(100)
few_registers[2, 64](x, y)
print(y[::11])
bounded[1, 128](x)
bounded[2, 64](x)
blocks[2, 64](x)
print(x[::11])
z = np.arange(64, dtype=np.float32)
clusters[1, 64](z)
print(z[:4])
debugged[2, 64](x)
print(x[::11])
cubes[2, 64](x)
print(x[::11])
