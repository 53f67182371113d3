# args: --target=cuda
# env: LD_LIBRARY_PATH=broken
# exit: 3
# stderr: npjit: the NVIDIA driver cannot be loaded (
# stderr: ): run with --target=cpu, or print the code with --emit=ptx
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, 1](np.zeros(1))
