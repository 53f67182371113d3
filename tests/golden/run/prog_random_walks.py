import numpy as np
from numba import njit, prange


@njit
def walk1d(steps):
    pos = np.zeros(len(steps) + 1, dtype=np.int64)
    for i in range(len(steps)):
        pos[i + 1] = pos[i] + (1 if steps[i] else -1)
    return pos


@njit(parallel=True)
def crossing_counts(paths):
    out = np.zeros(paths.shape[0], dtype=np.int64)
    for p in prange(paths.shape[0]):
        c = 0
        for t in range(1, paths.shape[1]):
            if paths[p, t] == 0:
                c += 1
        out[p] = c
    return out


@njit
def self_avoiding(seed, limit):
    np.random.seed(seed)
    size = 2 * limit + 1
    seen = np.zeros((size, size), dtype=np.bool_)
    x = y = limit
    seen[x, y] = True
    for step in range(limit):
        d = np.random.randint(0, 4)
        nx, ny = x, y
        if d == 0:
            nx += 1
        elif d == 1:
            nx -= 1
        elif d == 2:
            ny += 1
        else:
            ny -= 1
        if seen[nx, ny]:
            return step
        x, y = nx, ny
        seen[x, y] = True
    return limit


np.random.seed(31)
coins = np.random.randint(0, 2, 40)
path = walk1d(coins)
print(path)
low, high = path.min(), path.max()
for level in range(high, low - 1, -2):
    print(f"{level:3d} " + "".join("o" if p == level else ("-" if level == 0 else " ") for p in path).rstrip())

steps = np.random.choice([-1, 1], size=(200, 101))
steps[:, 0] = 0
paths = steps.cumsum(axis=1)
print("ends:", paths[:10, -1])
print("mean square %.3f (theory 100)" % (paths[:, -1] ** 2).mean())
returns = crossing_counts(paths)
print("returns to zero:", np.bincount(returns)[:8], "mean %.3f" % returns.mean())
first_hit = np.where((np.abs(paths) >= 10).any(axis=1), (np.abs(paths) >= 10).argmax(axis=1), -1)
print("first time at distance 10:", first_hit[:12], "never:", int((first_hit < 0).sum()))

lengths = np.array([self_avoiding(s, 50) for s in range(40)])
print(lengths)
print("mean length %.4f, median %.1f" % (lengths.mean(), np.median(lengths)))

# a 2-D walk with Gaussian steps
xy = np.cumsum(np.random.normal(0.0, 0.5, (300, 2)), axis=0)
r = np.hypot(xy[:, 0], xy[:, 1])
print("distance after 100, 200, 300:", np.round(r[[99, 199, 299]], 5))
quadrant = (xy[:, 0] > 0).astype(int) + 2 * (xy[:, 1] > 0)
print("time per quadrant:", np.bincount(quadrant, minlength=4))
