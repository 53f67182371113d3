import numpy as np
from numba import cuda


cuda.select_device(7)
