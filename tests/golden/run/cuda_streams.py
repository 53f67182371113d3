# Streams and events: order within a stream, waiting, time between events.
import numpy as np
from numba import cuda


@cuda.jit
def scale(x, f):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= f


streams = [cuda.stream() for _ in range(3)]
outs = []
for k, s in enumerate(streams):
    d = cuda.to_device(np.arange(4.0) + k, stream=s)
    scale[1, 4, s](d, 2.0)
    scale[1, 4, s](d, 5.0)
    outs.append(d)
for s in streams:
    s.synchronize()
for d in outs:
    print(d.copy_to_host())

begin, end = cuda.event(), cuda.event(timing=True)
s = cuda.stream()
begin.record(s)
d = cuda.to_device(np.ones(3), stream=s)
scale[1, 3, s](d, 3.0)
end.record(stream=s)
end.wait(stream=s)
end.synchronize()
ms = begin.elapsed_time(end)
print(ms >= 0.0, cuda.event_elapsed_time(begin, end) >= 0.0)
print(end.query())
h = np.zeros(3)
with s.auto_synchronize():
    scale[1, 3, s](d, 2.0)
    d.copy_to_host(h, stream=s)
print(h)
cuda.synchronize()
default = cuda.default_stream()
scale[1, 3, default](d, 0.5)
default.synchronize()
print(d.copy_to_host(stream=default))
