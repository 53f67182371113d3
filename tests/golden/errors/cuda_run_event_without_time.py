import numpy as np
from numba import cuda


a = cuda.event(timing=False)
a.record()
a.synchronize()
print(a.elapsed_time(a))
