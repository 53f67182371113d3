import numpy as np
from numba import cuda


cuda.syncthreads()  # error: unsupported
