# Grids whose blocks meet: this_grid().sync().
import numpy as np
from numba import cuda
from numba.cuda import cg


@cuda.jit
def diffuse(u, v, steps):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    n = u.size
    for k in range(steps):
        if 0 < i < n - 1:
            v[i] = u[i - 1] + u[i + 1]
        g.sync()
        if 0 < i < n - 1:
            u[i] = v[i]
        g.sync()


@cuda.jit
def last_to_first(x, out):
    i = cuda.grid(1)
    g = cuda.cg.this_grid()
    x[i] = i * i
    mine = x[i] + 1
    g.sync()
    out[i] = x[x.size - 1 - i] * 1000 + mine


@cuda.jit
def in_rounds(m, row):
    # every row is made from the one before it, by all blocks
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    rows = m.shape[0]
    for r in range(1, rows):
        other = m.shape[1] - i - 1
        m[r, i] = m[r - 1, other] + 1
        g.sync()


u = np.zeros(12, dtype=np.int64)
u[0] = 1
v = np.zeros(12, dtype=np.int64)
diffuse[3, 4](u, v, 5)
print(u)
out = np.zeros(8, dtype=np.int64)
last_to_first[4, 2](np.zeros(8, dtype=np.int64), out)
print(out)
m = np.zeros((5, 6), dtype=np.int64)
m[0] = np.arange(6)
in_rounds[2, 3](m, 0)
print(m)
