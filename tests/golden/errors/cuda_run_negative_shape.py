import numpy as np
from numba import cuda


cuda.device_array((2, -1))
