# Barriers in loops: counted loops, while loops, loops that leave early, barriers under equal conditions.
import numpy as np
from numba import cuda, int64

N = 16


@cuda.jit
def prefix_sum(a):
    s = cuda.shared.array(N, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    step = 1
    while step < N:
        v = s[t]
        if t >= step:
            v += s[t - step]
        cuda.syncthreads()
        s[t] = v
        cuda.syncthreads()
        step *= 2
    a[t] = s[t]


@cuda.jit
def rotate_times(a, times):
    s = cuda.shared.array(N, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    for k in range(times):
        cuda.syncthreads()
        v = s[(t + 1) % N]
        cuda.syncthreads()
        s[t] = v + k
    cuda.syncthreads()
    a[t] = s[t]


@cuda.jit
def until_even(a, rounds):
    s = cuda.shared.array(N, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    n = 0
    while True:
        cuda.syncthreads()
        if s[0] % 2 == 0:
            break
        v = s[(t + 1) % N]
        cuda.syncthreads()
        s[t] = v
        n += 1
        if n > 50:
            break
    cuda.syncthreads()
    a[t] = s[t]
    if t == 0:
        rounds[0] = n


@cuda.jit
def by_block(out):
    s = cuda.shared.array(4, int64)
    t = cuda.threadIdx.x
    s[t] = t
    if cuda.blockIdx.x % 2 == 0:
        cuda.syncthreads()
        out[cuda.grid(1)] = s[3 - t]
    else:
        for k in range(cuda.blockIdx.x):
            cuda.syncthreads()
            v = s[(t + k) % 4]
            cuda.syncthreads()
            s[t] = v
        cuda.syncthreads()
        out[cuda.grid(1)] = 100 + s[t]


@cuda.jit
def nested(out):
    s = cuda.shared.array(8, int64)
    t = cuda.threadIdx.x
    total = 0
    for i in range(3):
        for j in range(i + 1):
            s[t] = t + i * 10 + j
            cuda.syncthreads()
            total += s[7 - t]
            cuda.syncthreads()
        if i == 1:
            continue
        total += 1000
    out[t] = total


@cuda.jit
def downwards(a):
    s = cuda.shared.array(N, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    for k in range(N - 1, 0, -3):
        cuda.syncthreads()
        v = s[(t + k) % N]
        cuda.syncthreads()
        s[t] = v - k
    a[t] = s[t]


a = np.arange(1, N + 1)
prefix_sum[1, N](a)
print(a)
b = np.arange(N)
rotate_times[1, N](b, 3)
print(b)
rotate_times[1, N](b, 0)
print(b)
c = np.array([7, 5, 3, 1, 9, 8, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
rounds = np.zeros(1, dtype=np.int64)
until_even[1, N](c, rounds)
print(c, rounds)
out = np.zeros(16, dtype=np.int64)
by_block[4, 4](out)
print(out)
n = np.zeros(8, dtype=np.int64)
nested[1, 8](n)
print(n)
d = np.arange(N) * 2
downwards[1, N](d)
print(d)
