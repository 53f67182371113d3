# Syncs with an argument: the lanes that meet, the nanoseconds to wait. Loops of device code are not interchanged.
# args: --sm=80
# check-ptx: .entry waits$
# check-ptx: bar.warp.sync 15;
# check-ptx: nanosleep.u32 100;
# check-ptx: bar.warp.sync -1;
# check-ptx: .entry products$
# check-ptx-not: overlap
import numpy as np
from numba import cuda


@cuda.jit
def waits(x):
    t = cuda.threadIdx.x
    if t < 4:
        x[t] = t
        cuda.syncwarp(15)
        x[t] += x[3 - t]
    cuda.nanosleep(100)
    cuda.syncwarp()
    x[t] += 1


@cuda.jit
def products(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            t = 0.0
            for k in range(a.shape[1]):
                t += a[i, k] * b[k, j]
            c[i, j] = t


waits[1, 32](np.zeros(32))
m = np.ones((8, 8))
products[1, 1](m, m, np.zeros((8, 8)))
