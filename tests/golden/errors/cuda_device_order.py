import numpy as np
from numba import cuda


d = cuda.device_array((2, 3), order="X")  # error
