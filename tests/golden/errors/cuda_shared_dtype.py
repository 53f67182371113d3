import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    s = cuda.shared.array(4, "nonsense")  # error
    x[0] = s.shape[0]


k[1, 1](np.zeros(3))
