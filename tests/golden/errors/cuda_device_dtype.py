import numpy as np
from numba import cuda


d = cuda.device_array(3, dtype="float99")  # error
