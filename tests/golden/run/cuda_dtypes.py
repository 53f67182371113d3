# Elements of every type: what is stored is what NumPy stores.
import numpy as np
from numba import cuda


@cuda.jit
def ramp(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i * 3 - 4


@cuda.jit
def widen(src, dst):
    i = cuda.grid(1)
    if i < src.size:
        dst[i] = np.int64(src[i]) + np.int64(src[i])


@cuda.jit
def truth(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] > 2


@cuda.jit
def invert(b, out):
    i = cuda.grid(1)
    if i < b.size:
        out[i] = not b[i]


@cuda.jit
def scalars(i8, u8, f4, f8, b, out):
    out[0] = i8 * 2
    out[1] = u8 + 1
    out[2] = f4
    out[3] = f8 / 4
    out[4] = 1 if b else 0


for dtype in (np.int8, np.int16, np.int32, np.int64, np.float32, np.float64):
    out = np.zeros(5, dtype=dtype)
    ramp[1, 8](out)
    print(out, out.dtype)
for dtype in (np.uint8, np.uint16, np.uint32, np.uint64):
    out = np.zeros(5, dtype=dtype)
    ramp[1, 8](out[2:])
    print(out, out.dtype)

src = np.array([100, 200, 255], dtype=np.uint8)
dst = np.zeros(3, dtype=np.int64)
widen[1, 4](src, dst)
print(dst)
small = np.array([100, -128, 127], dtype=np.int8)
widen[1, 4](small, dst)
print(dst)

t = np.zeros(5, dtype=np.bool_)
truth[1, 8](np.arange(5), t)
print(t)
u = np.zeros(5, dtype=np.bool_)
invert[1, 8](t, u)
print(u)

o = np.zeros(5)
scalars[1, 1](np.int8(-7), np.uint8(250), np.float32(1.5), 3.0, True, o)
print(o)
