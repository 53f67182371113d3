# Arrays that kernels and device functions read without being given them: of the host, of the device, captured.
import numpy as np
from numba import cuda, vectorize

primes = np.array([2, 3, 5, 7])
field = cuda.to_device(np.arange(4.0))
table = cuda.to_device(np.arange(6).reshape(2, 3))


@cuda.jit(device=True)
def look_up(i):
    return table[1, i % 3]


@cuda.jit
def gather(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = field[i] * 100 + look_up(i) * 10 + primes[i]
        field[i] += 1


out = np.zeros(4)
gather[1, 32](out)
print(out)
gather[1, 32](out)
print(out, field.copy_to_host())


def make_filler(n, value):
    level = cuda.to_device(np.full(n, value))

    @cuda.jit
    def fill(out):
        i = cuda.grid(1)
        if i < level.size:
            out[i] = level[i]

    return fill


make_filler(3, 2.5)[1, 4](out)
print(out)


@vectorize(["int32(int32, int32)", "int64(int64, int64)", "float32(float32, float32)", "float64(float64, float64)"],
           target="cuda")
def plus(a, b):
    return a + b


print(plus(2, 3), plus(2.5, 1.0), plus(primes, 1).dtype, plus(np.float32(0.5), np.float32(1)).dtype)
print(plus(np.arange(3, dtype=np.float32), 0.1).dtype, plus(field, field).copy_to_host())
