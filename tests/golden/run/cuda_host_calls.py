# Calls around kernels that change nothing in the results: profiling, callbacks, default streams, clean-up.
import numpy as np
from numba import cuda


@cuda.jit
def double(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2


print(cuda.is_available(), cuda.is_supported_version(), cuda.is_float16_supported(), cuda.cuda_error())
a = cuda.to_device(np.arange(3.0))
with cuda.profiling():
    double[1, 3](a)
cuda.profile_start()
double[1, 3, cuda.legacy_default_stream()](a)
double[1, 3, cuda.per_thread_default_stream()](a)
cuda.profile_stop()
print(a.copy_to_host())


def done(stream, status, arg):
    print("done", status, arg)


s = cuda.stream()
double[1, 3, s](a)
s.add_callback(done, 5)
s.synchronize()
with cuda.defer_cleanup():
    b = cuda.device_array(3)
    del b
configured = double.configure(1, 3)
configured(a)
context = cuda.current_context()
context.push()
context.pop()
print(a.copy_to_host())
device = cuda.get_current_device()
print(device.supports_float16, len(cuda.gpus.lst) >= 1)
primary = device.get_primary_context()
print(primary.get_memory_info().total > 0)
del a
cuda.close()
cuda.select_device(0)
print(cuda.to_device(np.ones(2)).copy_to_host())
