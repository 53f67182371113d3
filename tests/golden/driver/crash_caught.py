# args: --target=cuda
# env: FAKE_CUDA_CRASH=719
# exit: 1
# A broken device stays broken; the program may end as it likes.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


d = cuda.device_array(64)
k[2, 32](d)
for attempt in range(2):
    try:
        cuda.synchronize()
        print("no error")
    except RuntimeError as error:
        print(str(error).split("(")[0])
try:
    print(d.copy_to_host())
except RuntimeError as error:
    print(str(error).split("(")[0])
