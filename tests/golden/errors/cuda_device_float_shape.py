import numpy as np
from numba import cuda


d = cuda.device_array(3.5)  # error
