"""Barriers cut a kernel into loops over the threads of a block; guards end the loops."""
import numpy as np
from numba import cuda, float32


@cuda.jit
def total(x, out, half):
    s = cuda.shared.array(64, dtype=float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    k = half
    while k > 0:
        if t < k:
            s[t] += s[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


out = np.zeros(2)
total[2, 64](np.ones(128, dtype=np.float32), out, 32)
# check-tir: call total.0.grid(
# check-tir: fn total.0(
# check-tir: = cuda local_array(64)
# check-tir: lanes for thread.x in 0 .. 64
# check-tir: k = half
# check-tir: while
# check-tir: lanes for thread.x in 0 .. min(k, 64)
# check-tir-not: if
# check-tir: [thread.x{{!?}}] +
# check-tir: k = k // 2
# check-tir: thread.x = 0
# check-tir: out[block.x!] =
# check-tir: fn total.0.grid
# check-tir: parallel for portion
# check-tir: call total.0(
