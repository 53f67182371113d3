"""Sum and maximum of an array: each block reduces its part in shared memory, then the partial results meet."""
import numpy as np
from numba import cuda, float64

THREADS = 128


@cuda.jit
def block_sums(x, partial):
    s = cuda.shared.array(THREADS, float64)
    t = cuda.threadIdx.x
    total = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        total += x[i]
    s[t] = total
    cuda.syncthreads()
    half = THREADS // 2
    while half > 0:
        if t < half:
            s[t] += s[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        partial[cuda.blockIdx.x] = s[0]


@cuda.jit
def largest(x, result):
    best = -np.inf
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        best = max(best, x[i])
    cuda.atomic.max(result, 0, best)


@cuda.reduce
def multiply_mod(a, b):
    return a * b % 1000003


n = 6000
x = (np.arange(n) * 37 % 1000) / 8.0
partial = np.zeros(8)
block_sums[8, THREADS](x, partial)
print("partial sums", partial)
print("sum", partial.sum(), "as NumPy:", partial.sum() == x.sum())

result = np.full(1, -np.inf)
largest[4, THREADS](x, result)
print("maximum", result[0], "as NumPy:", result[0] == x.max())
print("product of 1 to 100, modulo 1000003:", multiply_mod(np.arange(1, 101), init=1))
