import numpy as np
from numba import cuda


d = cuda.to_device(np.arange(6.0))
d.copy_to_host([0.0] * 6)  # error
