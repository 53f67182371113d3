# args: --target=cuda
# env: FAKE_CUDA_MEMORY=67108864 FAKE_CUDA_THREADS=256
# stderr: 0 faults; left: 0 allocations
# After an error that is caught the program goes on.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[cuda.grid(1)] = 1


def attempt(what, f):
    try:
        f()
        print(what, "did not raise")
    except (MemoryError, ValueError, RuntimeError, IndexError) as error:
        print(what, "|", type(error).__name__, "|", error)


d = cuda.to_device(np.arange(4.0))
attempt("10 TB", lambda: cuda.device_array(10 * 2**40, dtype=np.int8))
attempt("negative", lambda: cuda.device_array(-1))
attempt("too big to copy", lambda: cuda.to_device(np.zeros(9 << 20)))
attempt("too big for a launch", lambda: k[1, 1](np.zeros(9 << 20)))
attempt("too many registers", lambda: k[1, 512](d))
attempt("too many threads", lambda: k[1, 2048](d))
attempt("too many blocks", lambda: k[2**31, 1](d))
attempt("no blocks", lambda: k[0, 1](d))
attempt("no threads", lambda: k[1, (1, 0)](d))
attempt("too much shared memory", lambda: k[1, 1, 0, 300000](d))
attempt("negative shared memory", lambda: k[1, 1, 0, -1](d))
attempt("much shared memory", lambda: k[1, 1, 0, 200000](d))
attempt("more of it", lambda: k[1, 1, 0, 227 * 1024](d))
attempt("event not recorded", lambda: cuda.event_elapsed_time(cuda.event(), cuda.event()))
attempt("another device", lambda: cuda.select_device(1))
attempt("many arrays", lambda: [cuda.device_array(4 << 20, dtype=np.int8) for i in range(20)])
for i in range(100):
    e = cuda.device_array(20 << 20, dtype=np.int8)
print(d.copy_to_host())
