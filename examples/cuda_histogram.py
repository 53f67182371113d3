"""A histogram: each block counts in shared memory with atomics, then adds its counts to those of all."""
import numpy as np
from numba import cuda, int32

BINS = 16


@cuda.jit
def histogram(data, low, high, counts):
    local = cuda.shared.array(BINS, int32)
    t = cuda.threadIdx.x
    if t < BINS:
        local[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), data.size, cuda.gridsize(1)):
        k = int((data[i] - low) * BINS / (high - low))
        if 0 <= k < BINS:
            cuda.atomic.add(local, k, 1)
    cuda.syncthreads()
    if t < BINS:
        cuda.atomic.add(counts, t, local[t])


@cuda.jit
def fullest(counts, result):
    """The number of the fullest bin, in the upper bits its count."""
    k = cuda.grid(1)
    if k < counts.size:
        cuda.atomic.max(result, 0, (counts[k] << 8) | (255 - k))


rng = np.random.default_rng(2024)
data = rng.normal(0.0, 1.0, 4000)
counts = np.zeros(BINS, dtype=np.int32)
histogram[6, 64](data, -4.0, 4.0, counts)
for k, n in enumerate(counts):
    print("%5.2f %4d %s" % (-4.0 + 8.0 * k / BINS, n, "#" * (n // 20)))
reference, _ = np.histogram(data, bins=BINS, range=(-4.0, 4.0))
print("as NumPy:", np.array_equal(counts, reference))

result = np.zeros(1, dtype=np.int64)
fullest[1, 32](counts, result)
print("fullest bin:", 255 - (result[0] & 255), "with", result[0] >> 8)
