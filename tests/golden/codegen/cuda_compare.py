# Sums of squares are compared by their bits, which leaves the units for doubles free.
# args: --sm=90
# check-ptx: .entry rounds$
# check-ptx: setp.{{g|l}}{{[et]}}.u64
# check-ptx-not: setp.{{[a-z]*}}.f64
import numpy as np
from numba import cuda


@cuda.jit
def rounds(c, out):
    i = cuda.grid(1)
    zr = 0.0
    zi = 0.0
    n = 0
    while zr * zr + zi * zi <= 4.0 and n < 100:
        t = zr * zr - zi * zi + c[i]
        zi = 2.0 * zr * zi + c[i]
        zr = t
        n += 1
    out[i] = n


rounds[1, 32](np.linspace(-1.0, 1.0, 32), np.zeros(32))
