# args: --target=cuda
# env: FAKE_CUDA_DEVICES=0
# exit: 3
# stderr: npjit: starting CUDA: no CUDA device is visible (CUDA_VISIBLE_DEVICES?) (CUDA_ERROR_NO_DEVICE): run with --target=cpu, or print the code with --emit=ptx
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, 1](np.zeros(1))
