import numpy as np
from numba import cuda


d = cuda.to_device(np.zeros(4))
d.copy_to_device(np.zeros(4, dtype=np.float32))
