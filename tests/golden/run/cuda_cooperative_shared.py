# Meeting grids with shared memory, counting barriers and values that live across.
import numpy as np
from numba import cuda, int64


@cuda.jit
def ranked(x, totals, out):
    g = cuda.cg.this_grid()
    s = cuda.shared.array(4, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    v = x[i]
    s[t] = v
    cuda.syncthreads()
    if t == 0:
        totals[cuda.blockIdx.x] = s[0] + s[1] + s[2] + s[3]
    big = cuda.syncthreads_count(v > 5)
    g.sync()
    before = 0
    for b in range(cuda.blockIdx.x):
        before += totals[b]
    out[i] = before * 1000 + big * 100 + s[3 - t]


x = np.array([1, 2, 3, 4, 9, 8, 7, 6, 5, 5, 6, 6])
totals = np.zeros(3, dtype=np.int64)
out = np.zeros(12, dtype=np.int64)
ranked[3, 4](x, totals, out)
print(totals)
print(out)
