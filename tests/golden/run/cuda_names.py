# Names around the compiler that programs import and set: warnings, errors, switches, the class of device arrays.
import warnings

import numba
import numba.cuda as nc
import numpy as np
from numba import config, cuda
from numba.core import errors
from numba.core.errors import NumbaPerformanceWarning
from numba.cuda.cudadrv.devicearray import DeviceNDArray
from numba.cuda.cudadrv.driver import CudaAPIError

warnings.simplefilter("ignore", category=NumbaPerformanceWarning)
warnings.filterwarnings("ignore", category=errors.NumbaDeprecationWarning)
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
numba.config.CUDA_WARN_ON_IMPLICIT_COPY = 0


@nc.jit
def add(a, n):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += n


a = np.zeros(4)
d = cuda.to_device(a)
add[1, 4](d, 2)
print(isinstance(d, DeviceNDArray), isinstance(d, np.ndarray), isinstance(a, DeviceNDArray))
print(d.copy_to_host())
try:
    cuda.synchronize()
    print("no error")
except CudaAPIError as e:
    print(e)
add.forall(4)(a, 1)
print(a, add.__name__)
