import numpy as np
from numba import cuda


print(cuda.event_elapsed_time(cuda.event(), cuda.event()))
