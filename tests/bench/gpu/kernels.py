"""Kernels timed on a GPU: each line is a name, a median and its unit. Runs with npjit and with Numba."""
import numpy as np
import time
from numba import cuda, float32


@cuda.jit
def fill(x, v):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        x[i] = v


@cuda.jit
def ramp(x):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        x[i] = (i * 2654435761 % 1000003) / 1000003.0


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]


@cuda.jit
def saxpy_loop(a, x, y):
    for i in range(cuda.grid(1), y.size, cuda.gridsize(1)):
        y[i] = a * x[i] + y[i]


TILE = 32


@cuda.jit
def matmul(A, B, C):
    sA = cuda.shared.array((TILE, TILE), dtype=float32)
    sB = cuda.shared.array((TILE, TILE), dtype=float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    row = cuda.blockIdx.y * TILE + ty
    col = cuda.blockIdx.x * TILE + tx
    acc = float32(0.0)
    for t in range(A.shape[1] // TILE):
        sA[ty, tx] = A[row, t * TILE + tx]
        sB[ty, tx] = B[t * TILE + ty, col]
        cuda.syncthreads()
        for k in range(TILE):
            acc += sA[ty, k] * sB[k, tx]
        cuda.syncthreads()
    C[row, col] = acc


@cuda.jit
def mandel(out, x0, x1, y0, y1, iters):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        cr = x0 + (x1 - x0) * j / out.shape[1]
        ci = y0 + (y1 - y0) * i / out.shape[0]
        zr = 0.0
        zi = 0.0
        n = 0
        while n < iters and zr * zr + zi * zi <= 4.0:
            t = zr * zr - zi * zi + cr
            zi = 2.0 * zr * zi + ci
            zr = t
            n += 1
        out[i, j] = n


@cuda.jit
def heat(u, v):
    j, i = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        v[i, j] = u[i, j] + 0.1 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j])


@cuda.jit
def tiny1(a):
    a[0] = 1


@cuda.jit
def tiny8(a, b, c, d, e, f, g, h):
    a[0] = 1


def median(t):
    s = sorted(t)
    return s[len(s) // 2]


def report(name, value, unit):
    print(name, round(value, 3), unit)


e0 = cuda.event()
e1 = cuda.event()
n = 1 << 28
x = cuda.device_array(n, dtype=np.float32)
y = cuda.device_array(n, dtype=np.float32)
ramp[2048, 256](x)
ramp[2048, 256](y)
half = np.float32(0.5)
saxpy[1, 256](half, x, y)
saxpy_loop[1, 256](half, x, y)
cuda.synchronize()

for threads in (256, 1024):
    times = []
    for r in range(20):
        e0.record()
        saxpy[n // threads, threads](half, x, y)
        e1.record()
        e1.synchronize()
        times.append(cuda.event_elapsed_time(e0, e1))
    report("saxpy_" + str(threads), 12.0 * n / median(times) / 1e9, "TB/s")
for blocks in (2112, 65536):
    times = []
    for r in range(20):
        e0.record()
        saxpy_loop[blocks, 256](half, x, y)
        e1.record()
        e1.synchronize()
        times.append(cuda.event_elapsed_time(e0, e1))
    report("saxpy_grid_stride_" + str(blocks), 12.0 * n / median(times) / 1e9, "TB/s")

N = 4096
A = cuda.device_array((N, N), dtype=np.float32)
B = cuda.device_array((N, N), dtype=np.float32)
C = cuda.device_array((N, N), dtype=np.float32)
ramp[2048, 256](A.reshape(N * N))
ramp[2048, 256](B.reshape(N * N))
times = []
for r in range(8):
    e0.record()
    matmul[(N // TILE, N // TILE), (TILE, TILE)](A, B, C)
    e1.record()
    e1.synchronize()
    times.append(cuda.event_elapsed_time(e0, e1))
report("matmul_4096", 2.0 * N * N * N / median(times) / 1e9, "TFLOP/s")
a = A[:32, :].copy_to_host()
b = B[:, :32].copy_to_host()
error = np.abs(C[:32, :32].copy_to_host() - a @ b).max()
if error > 1e-2:
    print("matmul is wrong by", error)

M = cuda.device_array((N, N), dtype=np.int32)
times = []
for r in range(12):
    e0.record()
    mandel[(N // 32, N // 8), (32, 8)](M, -2.0, 0.6, -1.3, 1.3, 1000)
    e1.record()
    e1.synchronize()
    times.append(cuda.event_elapsed_time(e0, e1))
report("mandelbrot_4096", median(times), "ms")

H = 16384
u = cuda.device_array((H, H), dtype=np.float64)
v = cuda.device_array((H, H), dtype=np.float64)
ramp[2048, 256](u.reshape(H * H))
fill[2048, 256](v.reshape(H * H), 0.0)
for bx, by in ((32, 8), (256, 1)):
    times = []
    for r in range(12):
        e0.record()
        heat[(H // bx, H // by), (bx, by)](u, v)
        e1.record()
        e1.synchronize()
        times.append(cuda.event_elapsed_time(e0, e1))
    report("heat_" + str(bx) + "x" + str(by), 16.0 * H * H / median(times) / 1e9, "TB/s")
hu = u[:64, :].copy_to_host()
hv = v[:64, :].copy_to_host()
hw = hu[1:-1, 1:-1] + 0.1 * (hu[:-2, 1:-1] + hu[2:, 1:-1] + hu[1:-1, :-2] + hu[1:-1, 2:] - 4.0 * hu[1:-1, 1:-1])
if np.abs(hw - hv[1:-1, 1:-1]).max() > 1e-12:
    print("heat is wrong")

t = cuda.device_array(4, dtype=np.float32)
tiny1[1, 32](t)
tiny8[1, 32](t, t, t, t, t, t, t, t)
cuda.synchronize()
one = []
eight = []
for k in range(9):
    t0 = time.perf_counter()
    for r in range(2000):
        tiny1[1, 32](t)
    t1 = time.perf_counter()
    cuda.synchronize()
    one.append((t1 - t0) / 2000 * 1e6)
    t0 = time.perf_counter()
    for r in range(2000):
        tiny8[1, 32](t, t, t, t, t, t, t, t)
    t1 = time.perf_counter()
    cuda.synchronize()
    eight.append((t1 - t0) / 2000 * 1e6)
report("launch_1_array", median(one), "us")
report("launch_8_arrays", median(eight), "us")

big = np.ones(1 << 27, dtype=np.float64)
up = []
down = []
for r in range(9):
    t0 = time.perf_counter()
    d = cuda.to_device(big)
    cuda.synchronize()
    t1 = time.perf_counter()
    back = d.copy_to_host()
    t2 = time.perf_counter()
    up.append(big.nbytes / (t1 - t0) / 1e9)
    down.append(big.nbytes / (t2 - t1) / 1e9)
report("to_device_1_gib", median(up), "GB/s")
report("to_host_1_gib", median(down), "GB/s")
