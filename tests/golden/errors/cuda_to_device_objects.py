import numpy as np
from numba import cuda


d = cuda.to_device(np.array([1, "a"], dtype=object))  # error
