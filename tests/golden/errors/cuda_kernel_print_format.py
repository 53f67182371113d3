import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    print(f"{x[0]:.3f}")  # error


k[1, 1](np.zeros(4))
