import numpy as np
from numba import cuda


s = cuda.stream()
s.wait_for_me()  # error
