# A device function that may raise is inlined without a trace: the state stays in registers.
# args: --sm=90
# check-ptx: .entry walk$
# check-ptx: ld.global.b64
# check-ptx-not: ld.global
# check-ptx: add.s64
# check-ptx-not: ld.global
# check-ptx: st.global.b64
# check-ptx-not: ld.global
# check-ptx: ret;
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def advance(states, i):
    states[i] = states[i] * 5 + 1
    return states[i]


@cuda.jit
def walk(states, n):
    i = cuda.grid(1)
    for k in range(n):
        if advance(states, i) > 100:
            advance(states, i)


walk[1, 32](np.arange(32), 10)
