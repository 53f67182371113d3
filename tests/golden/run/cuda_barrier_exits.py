# Threads that return before a barrier; values that live across barriers; branches around them.
import numpy as np
from numba import cuda, int64, float64


@cuda.jit
def block_max(x, out):
    s = cuda.shared.array(8, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = -1000
    if i >= x.size:
        return
    s[t] = x[i]
    cuda.syncthreads()
    if t == 0:
        n = min(8, x.size - cuda.blockIdx.x * 8)
        best = s[0]
        for k in range(1, n):
            best = max(best, s[k])
        out[cuda.blockIdx.x] = best


@cuda.jit
def keeps_values(x, out):
    s = cuda.shared.array(8, float64)
    t = cuda.threadIdx.x
    a = x[t]
    b = a * 2.0
    flag = a > 3.0
    pair = (t, a + 0.5)
    z = complex(a, -b)
    s[t] = b
    cuda.syncthreads()
    c = s[7 - t] + a
    if flag:
        c += 100.0
    cuda.syncthreads()
    s[t] = c
    cuda.syncthreads()
    out[t] = s[(t + 1) % 8] + b + pair[0] + pair[1] + z.real - z.imag


@cuda.jit
def loop_carried(x, out):
    s = cuda.shared.array(4, int64)
    t = cuda.threadIdx.x
    last = 0
    best = -1
    for k in range(6):
        s[t] = x[(t * 7 + k * 3) % x.size]
        cuda.syncthreads()
        v = s[3 - t]
        if v > last:
            best = k
        last = v
        cuda.syncthreads()
    out[t] = best * 100 + last


@cuda.jit
def reassigns_argument(x, n, scale):
    t = cuda.threadIdx.x
    n = n + t
    cuda.syncthreads()
    scale *= n
    cuda.syncthreads()
    x[t] = scale + n


@cuda.jit
def whole_blocks_leave(x):
    s = cuda.shared.array(4, int64)
    if cuda.blockIdx.x == 1:
        return
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    x[cuda.grid(1)] = s[3 - t] + 10 * cuda.blockIdx.x


x = np.array([3, 9, -2, 5, 8, 1, 1, 0, 7, 6, 30])
out = np.zeros(2, dtype=np.int64)
block_max[2, 8](x, out)
print(out)

o = np.zeros(8)
keeps_values[1, 8](np.arange(8.0), o)
print(o)

p = np.zeros(4, dtype=np.int64)
loop_carried[1, 4](np.array([4, 2, 9, 7, 1, 8, 3]), p)
print(p)

q = np.zeros(5)
reassigns_argument[1, 5](q, 3, 2.0)
print(q)

r = np.full(12, -1)
whole_blocks_leave[3, 4](r)
print(r)
