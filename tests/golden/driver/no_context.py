# args: --target=cuda
# env: FAKE_CUDA_FAIL=cuDevicePrimaryCtxRetain:1=2
# exit: 3
# stderr: npjit: starting CUDA: the device has no memory left (do other programs use it? nvidia-smi tells) (CUDA_ERROR_OUT_OF_MEMORY): run with --target=cpu
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, 1](np.zeros(1))
