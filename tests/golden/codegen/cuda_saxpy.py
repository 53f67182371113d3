# A kernel's entry takes the parts of its arrays; checks leave a record and cost a compare each.
# args: --sm=90
# check-ptx: .version 7.8
# check-ptx: .target sm_90
# check-ptx: .visible .global .align 8 .b8 nj_device_state
# check-ptx: .visible .entry saxpy$
# check-ptx: .param .f32
# check-ptx: .param .u64 .ptr .global .align 4
# check-ptx: .maxntid 256, 1, 1
# check-ptx: ld.global.b32
# check-ptx: mul.rn.f32
# check-ptx: add.rn.f32
# check-ptx: st.global.b32
# check-ptx: ret;
# check-ptx: nprt_raise_index
# check-ptx-not: nprt_retain
import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]


n = 1000
x = np.ones(n, dtype=np.float32)
y = np.ones(n, dtype=np.float32)
saxpy[(n + 255) // 256, 256](np.float32(2), x, y)
