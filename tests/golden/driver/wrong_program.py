# args: --target=cuda
# env: FAKE_CUDA_SLOW=400
# exit: 1
# stderr: error: NameError: name 'y' is not defined
# stderr: 0 faults
# The compiler is done before the driver has started: the process waits for it.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = y


k[1, 1](np.zeros(1))
