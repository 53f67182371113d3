import numpy as np
from numba import njit


@njit
def flood(grid, labels, r, c, label):
    """Fills one cluster with an explicit stack and returns its size."""
    n, m = grid.shape
    stack = [(r, c)]
    labels[r, c] = label
    size = 0
    while stack:
        i, j = stack.pop()
        size += 1
        for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            a, b = i + di, j + dj
            if 0 <= a < n and 0 <= b < m and grid[a, b] and labels[a, b] == 0:
                labels[a, b] = label
                stack.append((a, b))
    return size


@njit
def clusters(grid):
    labels = np.zeros(grid.shape, dtype=np.int64)
    sizes = []
    label = 0
    for i in range(grid.shape[0]):
        for j in range(grid.shape[1]):
            if grid[i, j] and labels[i, j] == 0:
                label += 1
                sizes.append(flood(grid, labels, i, j, label))
    return labels, np.array(sizes)


@njit
def percolates(labels):
    for a in labels[0]:
        if a > 0:
            for b in labels[-1]:
                if a == b:
                    return True
    return False


np.random.seed(5)
grid = np.random.rand(10, 24) < 0.58
labels, sizes = clusters(grid)
for row in labels:
    print("".join("." if v == 0 else chr(ord("A") + (v - 1) % 26) for v in row))
print("clusters:", len(sizes), "largest:", sizes.max(), "spans:", percolates(labels))
values, counts = np.unique(sizes, return_counts=True)
print("size distribution:", {int(v): int(c) for v, c in zip(values, counts)})
print("label of each row start:", labels[:, 0])

for p in (0.4, 0.5, 0.6, 0.7):
    hits = 0
    biggest = 0
    for trial in range(40):
        lab, s = clusters(np.random.rand(16, 16) < p)
        hits += percolates(lab)
        biggest += s.max() if s.size else 0
    print("p=%.1f  spanning %.3f  mean largest %.2f" % (p, hits / 40, biggest / 40))

# bucket fill of a picture
canvas = np.zeros((7, 15), dtype=np.int64)
canvas[1:6, 2:13] = 1
canvas[2:5, 4:11] = 0
paint = np.zeros_like(canvas)
print("inside area", flood(canvas == 0, paint, 3, 6, 7), "outside area", flood(canvas == 0, paint, 0, 0, 8))
print(canvas + paint)
