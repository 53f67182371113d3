# args: --target=cuda-cpu
# The CPU as the device of --target=cuda-cpu: memory of its own, work in order, launches by name.
import numpy as np
from numba import cuda

scale = np.array([2.0, 3.0])


@cuda.jit
def double(values, out):
    i = cuda.grid(1)
    if i < values.size:
        values[i] *= 2
        out[i] = values[i] + 1


a = np.arange(4, dtype=np.float64)
b = np.zeros(4)
double[1, 4](cuda.InOut(a), b)
print(a, b)

# a device array is a copy: neither side sees what the other writes
a = np.arange(4, dtype=np.float64)
d = cuda.to_device(a)
a[:] = -1
double[1, 4](d, b)
print(a, d.copy_to_host(), b)


# two arguments in one array, and tuples, optional extents, complex and bool arguments
@cuda.jit
def mixed(pair, z, flag, half, out):
    i = cuda.grid(1)
    x, y = pair
    if i < out.size:
        out[i] = x[i] + y[i] * half + (z.real if flag else z.imag)


base = np.arange(8, dtype=np.float32)
out = np.empty(4, dtype=np.float32)
mixed[2, 2]((base[:4], base[4:]), 3 + 4j, True, np.float32(0.5), out)
print(out)
mixed[2, 2]((base[::2], base[1::2]), 3 + 4j, False, np.float32(0.5), out)
print(out)


# a module-level array is passed at each launch
@cuda.jit
def scaled(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= scale[i % 2]


x = np.ones(5)
scaled.forall(5)(x)
print(x)


# streams and events
stream = cuda.stream()
start, end = cuda.event(), cuda.event()
start.record(stream)
dx = cuda.to_device(x, stream=stream)
scaled[1, 32, stream](dx)
scaled[1, 32, stream](dx[1:])
end.record(stream)
end.synchronize()
print(dx.copy_to_host(stream=stream), cuda.event_elapsed_time(start, end) >= 0)


# dynamic shared memory, a different block at each launch
@cuda.jit
def total(v, sums):
    s = cuda.shared.array(0, dtype=np.int64)
    t = cuda.threadIdx.x
    s[t] = v[cuda.grid(1)]
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        sums[cuda.blockIdx.x] = s[0]


v = np.arange(256)
for threads in (32, 64, 128):
    sums = np.zeros(256 // threads, dtype=np.int64)
    total[256 // threads, threads, 0, 8 * threads](v, sums)
    print(threads, sums)


# many launches that nobody waits for
@cuda.jit
def count(n):
    n[0] += 1


n = cuda.to_device(np.zeros(1, dtype=np.int64))
for _ in range(1500):
    count[1, 1](n)
print(n.copy_to_host()[0])
