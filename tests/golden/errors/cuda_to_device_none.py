import numpy as np
from numba import cuda


d = cuda.to_device(None)  # error
