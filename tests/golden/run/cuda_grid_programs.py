# Grids whose blocks meet: relaxation, sums of everything, scans over blocks, games.
import numpy as np
from numba import cuda, float64, int64


@cuda.jit
def relax(u, v, rounds):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    for r in range(rounds):
        if 0 < i < u.size - 1:
            v[i] = (u[i - 1] + u[i + 1]) / 2
        g.sync()
        if 0 < i < u.size - 1:
            u[i] = v[i]
        g.sync()


@cuda.jit
def total(x, parts, out):
    # blocks reduce in shared memory, meet, and the first adds up what they have
    tile = cuda.shared.array(8, float64)
    t = cuda.threadIdx.x
    g = cuda.cg.this_grid()
    s = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        s += x[i]
    tile[t] = s
    cuda.syncthreads()
    n = cuda.blockDim.x // 2
    while n > 0:
        if t < n:
            tile[t] += tile[t + n]
        cuda.syncthreads()
        n //= 2
    if t == 0:
        parts[cuda.blockIdx.x] = tile[0]
    g.sync()
    if cuda.grid(1) == 0:
        for b in range(cuda.gridDim.x):
            out[0] += parts[b]


@cuda.jit
def scan(x, sums):
    g = cuda.cg.this_grid()
    buffer = cuda.shared.array(0, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    buffer[t] = x[i]
    cuda.syncthreads()
    d = 1
    while d < cuda.blockDim.x:
        v = 0
        if t >= d:
            v = buffer[t - d]
        cuda.syncthreads()
        buffer[t] += v
        cuda.syncthreads()
        d *= 2
    if t == cuda.blockDim.x - 1:
        sums[cuda.blockIdx.x] = buffer[t]
    g.sync()
    before = 0
    for b in range(cuda.blockIdx.x):
        before += sums[b]
    x[i] = buffer[t] + before


@cuda.jit
def life(now, after, rounds):
    g = cuda.cg.this_grid()
    x, y = cuda.grid(2)
    n, m = now.shape
    for r in range(rounds):
        k = 0
        for dx in range(-1, 2):
            for dy in range(-1, 2):
                if dx != 0 or dy != 0:
                    k += now[(x + dx) % n, (y + dy) % m]
        after[x, y] = 1 if k == 3 or (k == 2 and now[x, y]) else 0
        g.sync()
        now[x, y] = after[x, y]
        g.sync()


@cuda.jit
def until_done(x, moves):
    # all go on as long as anyone has something to do
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    mine = cuda.local.array(2, int64)
    mine[0] = 0
    while True:
        moves[i] = 0
        if x[i] > 1:
            x[i] //= 2
            moves[i] = 1
            mine[0] += 1
        g.sync()
        n = 0
        for k in range(moves.size):
            n += moves[k]
        g.sync()
        if n == 0:
            break
    x[i] = mine[0]


@cuda.jit
def in_warps(x, out):
    # warps and the whole grid
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    v = x[i]
    for k in range(5):
        v += cuda.shfl_xor_sync(0xFFFFFFFF, v, 1 << k)
    out[i] = v
    g.sync()
    n = cuda.syncthreads_count(out[i] > 500)
    out[i] = n + cuda.popc(cuda.ballot_sync(0xFFFFFFFF, i % 3 == 0)) + x[(i + 32) % 64]


u = np.zeros(24)
u[-1] = 8
v = u.copy()
expected = u.copy()
for r in range(20):
    expected[1:-1] = (expected[:-2] + expected[2:]) / 2
relax[3, 8](u, v, 20)
print(np.array_equal(u, expected), u[-5:])
x = np.arange(100.0)
out = np.zeros(1)
total[4, 8](x, np.zeros(4), out)
print(out)
ints = np.arange(32) * 7 % 12
sums = np.zeros(4, dtype=np.int64)
expected_sums = np.cumsum(ints)
scan[4, 8, 0, 64](ints, sums)
print(np.array_equal(ints, expected_sums), sums)
board = np.zeros((8, 8), dtype=np.int64)
board[1, 2] = board[2, 3] = board[3, 1] = board[3, 2] = board[3, 3] = 1
life[(2, 2), (4, 4)](board, np.zeros((8, 8), dtype=np.int64), 5)
print(board)
y = np.arange(12) ** 2
until_done[3, 4](y, np.zeros(12, dtype=np.int64))
print(y)
z = np.zeros(64, dtype=np.int64)
in_warps[2, 32](np.arange(64), z)
print(z[::16])
