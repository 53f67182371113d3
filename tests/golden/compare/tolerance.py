# args: --compare --target=cuda-cpu
# Differences within the tolerance of each type; that of text is wider.
import numpy as np
from numba import cuda


@cuda.jit
def nudge(a, by):
    a[cuda.grid(1)] += by


x = np.ones(4)
nudge[1, 2](cuda.In(x), 1e-11)
y = np.ones(4, dtype=np.float32)
nudge[1, 2](cuda.In(y), 2e-7)
w = np.ones(4, dtype=np.complex128)
nudge[1, 2](cuda.In(w), 1e-12)
print(x.sum())
print("equal")
print(f"{y.sum():.9f} of {y.size}")
