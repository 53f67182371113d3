# The loads of the next tile go before the work on this one.
# args: --sm=90
# check-ptx: .entry total$
# check-ptx: ld.global
# check-ptx: st.shared
# check-ptx: {{bar.*sync}}
# check-ptx: ld.global
# check-ptx: ld.shared
# check-ptx: {{bar.*sync}}
import numpy as np
from numba import cuda, float32


@cuda.jit
def total(x, out):
    tile = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    acc = float32(0.0)
    for t in range(x.size // 64):
        tile[i] = x[t * 64 + i]
        cuda.syncthreads()
        for k in range(64):
            acc += tile[k] * k
        cuda.syncthreads()
    out[i] = acc


total[1, 64](np.ones(256, dtype=np.float32), np.zeros(64, dtype=np.float32))
