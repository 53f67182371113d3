# Device code of other compilers.
from numba import cuda

mul = cuda.declare_device("mul_f32_f32", "float32(float32, float32)")  # error: unsupported
