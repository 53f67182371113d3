# The guard proves every subscript of u; those of v remain to be checked.
# args: --sm=90
# check-ptx: .visible .entry heat
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: ld.global.b64
# check-ptx: st.global.b64
import numpy as np
from numba import cuda


@cuda.jit
def heat(u, v):
    j, i = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        v[i, j] = u[i, j] + 0.1 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j])


u = np.ones((64, 64))
v = np.ones((64, 64))
heat[(2, 8), (32, 8)](u, v)
