# fastmath takes the special function units for float32, contracts, and flushes subnormals; float64 keeps its functions.
# args: --sm=90
# check-ptx: .entry quick$
# check-ptx: sin.approx.f32
# check-ptx: cos.approx.f32
# check-ptx: ex2.approx.ftz.f32
# check-ptx: fma.rn.ftz.f32
# check-ptx: lg2.approx.f32
# check-ptx: sqrt.approx.ftz.f32
# check-ptx: div.approx.ftz.f32
# check-ptx: ex2.approx.ftz.f32
# check-ptx: tanh.approx.f32
# check-ptx: .entry wide$
# check-ptx-not: approx
# check-ptx: fma.rn.f64
# check-ptx: sqrt.rn.f64
# check-ptx: st.global.b64
import math

import numpy as np
from numba import cuda, float32


@cuda.jit(fastmath=True)
def quick(x, y):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        a = math.sin(v) + math.cos(v) * math.exp(v)
        b = math.log(v) / math.sqrt(v)
        y[i] = a + b + v ** float32(2.5) + math.tanh(v)


@cuda.jit(fastmath=True)
def wide(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.sqrt(math.sin(x[i]) * x[i] + 2.0)


x = np.ones(64, dtype=np.float32)
quick[1, 64](x, x.copy())
d = np.ones(64)
wide[1, 64](d, d.copy())
