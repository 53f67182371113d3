# Loads and stores with cache hints.
import numpy as np
from numba import cuda


@cuda.jit
def hinted(x, y):
    i = cuda.grid(1)
    if i < x.size:
        a = cuda.ldcg(x, i)
        b = cuda.ldca(x, i)
        c = cuda.ldcs(x, i) + cuda.ldlu(x, i) + cuda.ldcv(x, i)
        cuda.stcg(y, i, a + 10 * b + 100 * c)


@cuda.jit
def other_stores(y):
    cuda.stcs(y, 0, 1.0)
    cuda.stwb(y, 1, 2.0)
    cuda.stwt(y, 2, 3.0)


x = np.arange(4.0)
y = np.zeros(4)
hinted[1, 4](x, y)
print(y)
other_stores[1, 1](y)
print(y)
