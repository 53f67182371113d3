# Functions of libdevice by name.
import numpy as np
from numba import cuda
from numba.cuda import libdevice


@cuda.jit
def doubles(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i, 0] = cuda.libdevice.sqrt(v)
        out[i, 1] = cuda.libdevice.rsqrt(v)
        out[i, 2] = cuda.libdevice.sin(v) + cuda.libdevice.cos(v)
        out[i, 3] = cuda.libdevice.fmax(v, 2.0) + cuda.libdevice.fmin(v, 2.0)
        out[i, 4] = cuda.libdevice.exp10(v)
        out[i, 5] = cuda.libdevice.sinpi(v)
        out[i, 6] = cuda.libdevice.pow(v, 3.0) + cuda.libdevice.fabs(-v)


@cuda.jit
def singles(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.sqrtf(x[i]) + cuda.libdevice.fabsf(-x[i]) + cuda.libdevice.floorf(x[i])


x = np.array([0.25, 1.0, 2.25, 4.5])
out = np.zeros((4, 7))
doubles[1, 4](x, out)
print(np.round(out, 10))
s = np.zeros(4, dtype=np.float32)
singles[1, 4](x.astype(np.float32), s)
print(s)
