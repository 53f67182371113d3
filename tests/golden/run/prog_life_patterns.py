import numpy as np
from numba import njit

PATTERNS = {
    "block": ["##", "##"],
    "blinker": ["###"],
    "toad": [".###", "###."],
    "beacon": ["##..", "##..", "..##", "..##"],
    "glider": [".#.", "..#", "###"],
    "r-pentomino": [".##", "##.", ".#."],
}


@njit
def life_step(grid, out):
    h, w = grid.shape
    alive = 0
    for i in range(h):
        for j in range(w):
            n = 0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    if di == 0 and dj == 0:
                        continue
                    n += grid[(i + di) % h, (j + dj) % w]
            out[i, j] = 1 if n == 3 or (n == 2 and grid[i, j] == 1) else 0
            alive += out[i, j]
    return alive


@njit
def find_period(grid, limit):
    first = grid.copy()
    a = grid.copy()
    b = np.empty_like(a)
    for k in range(1, limit + 1):
        life_step(a, b)
        a, b = b, a
        same = True
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                if a[i, j] != first[i, j]:
                    same = False
        if same:
            return k
    return -1


def place(rows, h, w):
    grid = np.zeros((h, w), dtype=np.int8)
    r0, c0 = (h - len(rows)) // 2, (w - len(rows[0])) // 2
    for i, row in enumerate(rows):
        for j, ch in enumerate(row):
            grid[r0 + i, c0 + j] = ch == "#"
    return grid


for name, rows in PATTERNS.items():
    grid = place(rows, 12, 12)
    period = find_period(grid, 60)
    text = f"period {period}" if period > 0 else "no period up to 60"
    print(f"{name:<12} {int(grid.sum())} cells, {text}")

grid = place(PATTERNS["r-pentomino"], 20, 30)
buf = np.empty_like(grid)
history = []
for gen in range(40):
    history.append(life_step(grid, buf))
    grid, buf = buf, grid
print(history)
for row in grid[4:16]:
    print("".join(".#"[v] for v in row))
print("rows occupied:", np.flatnonzero(grid.any(axis=1)))
print("bounding box:")
print([int(v) for v in (np.nonzero(grid)[0].min(), np.nonzero(grid)[0].max(), np.nonzero(grid)[1].min(), np.nonzero(grid)[1].max())])
