# Vector types: made from numbers and vectors, parts by name.
import numpy as np
from numba import cuda


@cuda.jit
def parts(out):
    v = cuda.float32x4(1.0, 2.0, 3.0, 4.0)
    w = cuda.int32x2(7, 8)
    p = cuda.float64x3(0.5, 0.25, 0.125)
    out[0] = v.x
    out[1] = v.y + v.z
    out[2] = v.w
    out[3] = w.x * w.y
    out[4] = p.x + p.y + p.z
    q = cuda.float4(1.0, 1.0, 1.0, 9.0)
    out[5] = q.w
    both = cuda.int32x4(w, w)
    out[6] = both.z * 10 + both.w


@cuda.jit
def lengths(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        v = cuda.float64x2(x[i, 0], x[i, 1])
        out[i] = v.x * v.x + v.y * v.y


out = np.zeros(7)
parts[1, 1](out)
print(out)
x = np.array([[3.0, 4.0], [1.0, 2.0], [0.0, 5.0]])
n = np.zeros(3)
lengths[1, 4](x, n)
print(n)
