# args: --target=cuda
# env: FAKE_CUDA_FAIL=cuModuleLoadDataEx:1=222
# exit: 1
# stderr: npjit: loading device code: the driver is too old for this PTX: update it, or give an older --sm=NN (CUDA_ERROR_UNSUPPORTED_PTX_VERSION); it supports CUDA 12.4
# stderr: left: 0 allocations, 1 pinned blocks, 0 streams, 0 events, 0 modules
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


k[1, 1](np.zeros(1))
