import numpy as np
from numba import cuda


d = cuda.to_device(np.arange(6.0))
d[1:3] = np.zeros(3)
