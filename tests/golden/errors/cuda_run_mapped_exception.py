import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] += 1


a = np.zeros(4)
try:
    with cuda.mapped(a) as x:
        k[1, 4](x)
        raise KeyError("x")
except KeyError:
    raise ValueError(str(a))  # what kernels wrote is there
