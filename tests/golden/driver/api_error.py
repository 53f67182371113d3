# args: --target=cuda
# What a driver refuses is a CudaAPIError, too.
from numba.cuda.cudadrv.driver import CudaAPIError
from numba import cuda
import numpy as np
@cuda.jit
def k(x):
    x[0] = 1
for i in range(3):
    try:
        if i == 0:
            d = cuda.device_array(10 * 2**40 // 8)
        elif i == 1:
            k[1, 2000](np.zeros(3))
        else:
            cuda.event_elapsed_time(cuda.event(), cuda.event())
    except CudaAPIError as e:
        print("caught")
