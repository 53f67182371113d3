import numpy as np
from numba import cuda


d = cuda.device_array(10 * 2**40, dtype=np.int8)
