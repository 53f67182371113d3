# args: --target=cuda-cpu
# Kernels that the runtime launches by name: the block is a constant where all launches agree.
import numpy as np
from numba import cuda

table = np.arange(4.0)


@cuda.jit
def add(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += table[i % 4]


@cuda.jit
def scale(x, a):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= a


x = cuda.to_device(np.ones(100))
add[4, 32](x)
scale[4, 32](x, 2.0)
scale[2, 64](x, 2.0)
print(x.copy_to_host().sum())

# emit: tir
# check: fn main()
# check: rt cuda_kernel_code("add$1", &add.1.launch)
# check: rt cuda_kernel_code("scale$2", &scale.2.launch)
# check: rt cuda_launch("add$1", 4, 1, 1, 32, 1, 1, 0, {{.*}}, tuple(x, @table.0),
# check: rt cuda_launch("scale$2", 4, 1, 1, 32,
# check: rt cuda_launch("scale$2", 2, 1, 1, 64,
# check-not: call
# check: rt cuda_copy_to_host
# check: fn add.1.launch(x: f64[:]C, table.0: f64[:]C, blocks.x: int
# check: call add.1.grid(x, table.0, blocks.x, blocks.y, blocks.z, 32, 1, 1, shared)
# check: fn scale.2.launch(
# check: call scale.2.grid(x, a, blocks.x, blocks.y, blocks.z, threads.x, 1, 1, shared)
