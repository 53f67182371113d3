import numpy as np
from numba import cuda


d = cuda.to_device(np.arange(6.0))
print(d[1.5])  # error
