# args: --target=cuda
# stderr: 0 faults; left: 0 allocations
# Memory that is freed while streams still work on it, events, many launches.
import numpy as np
from numba import cuda


@cuda.jit
def k(x, y):
    x[cuda.grid(1)] = y[0]


def work(s):
    a = cuda.to_device(np.ones(1000), stream=s)
    b = cuda.device_array(1000)
    k[1, 1000, s](a, b)
    return cuda.event()


first, second = cuda.stream(), cuda.stream()
for i in range(20):
    e = work(first if i % 2 else second)
e.record(first)
e.wait(second)
e.synchronize()
print(e.query())
start, end = cuda.event(), cuda.event()
start.record()
a = np.ones(10)
for i in range(10):
    k[1, 10](a, np.zeros(1))
end.record()
end.synchronize()
print(cuda.event_elapsed_time(start, end) > 0)
with first.auto_synchronize():
    work(first)
free, total = cuda.current_context().get_memory_info()
print(0 < free <= total)
