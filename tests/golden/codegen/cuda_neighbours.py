# A thread may stand for four neighbours: along a line with wide accesses, in a plane with loads that
# all come before the stores.
# args: --sm=90
# check-ptx: .entry saxpy$
# check-ptx: ld.global.v4
# check-ptx: ld.global.v4
# check-ptx: st.global.v4
# check-ptx: .entry column$
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: st.global.b64
# check-ptx: st.global.b64
# check-ptx: st.global.b64
# check-ptx: st.global.b64
import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]


@cuda.jit
def column(u, v):
    j, i = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and j < u.shape[1]:
        v[i, j] = u[i - 1, j] + u[i + 1, j]


x = np.ones(64, dtype=np.float32)
saxpy[1, 64](np.float32(0.5), x, x)
u = np.ones((8, 8))
column[(1, 1), (8, 8)](u, np.zeros((8, 8)))
