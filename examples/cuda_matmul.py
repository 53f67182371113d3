"""Matrix product in tiles: each block computes one tile, from tiles of the operands in shared memory."""
import numpy as np
from numba import cuda, float32

TILE = 8


@cuda.jit
def multiply(a, b, c):
    tile_a = cuda.shared.array((TILE, TILE), float32)
    tile_b = cuda.shared.array((TILE, TILE), float32)
    column, row = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0.0)
    for first in range(0, a.shape[1], TILE):
        tile_a[ty, tx] = a[row, first + tx] if row < a.shape[0] and first + tx < a.shape[1] else 0.0
        tile_b[ty, tx] = b[first + ty, column] if first + ty < b.shape[0] and column < b.shape[1] else 0.0
        cuda.syncthreads()
        for k in range(TILE):
            total += tile_a[ty, k] * tile_b[k, tx]
        cuda.syncthreads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


n, inner, m = 30, 21, 27
a = (np.arange(n * inner).reshape(n, inner) % 7 - 3).astype(np.float32)
b = (np.arange(inner * m).reshape(inner, m) % 5 - 2).astype(np.float32)
c = np.zeros((n, m), dtype=np.float32)
grid = ((m + TILE - 1) // TILE, (n + TILE - 1) // TILE)
multiply[grid, (TILE, TILE)](a, b, c)

print("grid", grid, "of", TILE * TILE, "threads")
print("upper left corner")
print(c[:4, :6])
print("trace of c @ c.T: %d" % np.trace(c @ c.T))
print("as NumPy:", np.array_equal(c, a @ b))
