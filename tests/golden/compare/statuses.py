# args: --compare --target=cuda-cpu
# exit: 1
# One side raises.
import numpy as np
from numba import cuda


@cuda.jit
def set_flag(flag):
    flag[0] = 1


flag = np.zeros(1, dtype=np.int32)
set_flag[1, 1](cuda.In(flag))
print("before")
if flag[0] == 0:
    raise ValueError("the flag is not set")
print("after")
