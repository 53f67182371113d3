import numpy as np
from numba import cuda


d = cuda.device_array((2**40, 2**40))
