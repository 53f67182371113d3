# What programs ask of devices: the answers that do not depend on the machine.
import numpy as np
from numba import cuda

print(cuda.is_available())
print(len(cuda.gpus) >= 1)
cuda.select_device(0)
device = cuda.get_current_device()
print(device.id, len(device.compute_capability), device.compute_capability[0] >= 3)
print(device.WARP_SIZE, device.MAX_THREADS_PER_BLOCK, device.MAX_BLOCK_DIM_X, device.MULTIPROCESSOR_COUNT >= 1)
context = cuda.current_context()
free, total = context.get_memory_info()
print(0 < free <= total)
info = context.get_memory_info()
print(info.free <= info.total)
with cuda.gpus[0]:
    d = cuda.to_device(np.arange(3))
    print(d.copy_to_host())
with cuda.defer_cleanup():
    e = cuda.device_array(2)
cuda.synchronize()
context.synchronize()
print(cuda.is_cuda_array(d), cuda.is_cuda_array(np.arange(3)))

for gpu in cuda.gpus:
    print(gpu.id)
print(len(cuda.list_devices()) >= 1, cuda.gpus.current.id, context.device.id)


@cuda.require_context
def fresh():
    return cuda.to_device(np.ones(2)).copy_to_host()


print(fresh())
print(device.MAX_GRID_DIM_X >= 65535, device.MAX_SHARED_MEMORY_PER_BLOCK >= 16384, len(device.name) > 0)
print(device.MAX_BLOCK_DIM_Y, device.MAX_BLOCK_DIM_Z, device.MAX_REGISTERS_PER_BLOCK >= 32768)
