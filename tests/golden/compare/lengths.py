# args: --compare --target=cuda-cpu
# exit: 1
# Variables of other types and shapes, or on one side alone, and more lines on one side.
import numpy as np
from numba import cuda


@cuda.jit
def set_flag(flag):
    flag[0] = 1


flag = np.zeros(1, dtype=np.int32)
set_flag[1, 1](cuda.In(flag))
rows = np.zeros((2 + flag[0], 2))
if flag[0]:
    only = "cpu"
    for i in range(3):
        print("line", i)
else:
    print("line", 0)
name = "x" * (1 + flag[0]) + "!"
values = [1, 2, 3][: 2 + flag[0]]
