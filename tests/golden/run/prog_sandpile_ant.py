import numpy as np
from numba import njit


@njit
def topple(pile):
    """Abelian sandpile: cells with four grains or more give one to each neighbour."""
    h, w = pile.shape
    avalanches = 0
    again = True
    while again:
        again = False
        for i in range(h):
            for j in range(w):
                if pile[i, j] >= 4:
                    k = pile[i, j] // 4
                    pile[i, j] -= 4 * k
                    avalanches += k
                    again = True
                    if i > 0:
                        pile[i - 1, j] += k
                    if i < h - 1:
                        pile[i + 1, j] += k
                    if j > 0:
                        pile[i, j - 1] += k
                    if j < w - 1:
                        pile[i, j + 1] += k
    return avalanches


def topple_numpy(pile):
    while (pile >= 4).any():
        k = pile // 4
        pile = pile - 4 * k
        pile[1:] += k[:-1]
        pile[:-1] += k[1:]
        pile[:, 1:] += k[:, :-1]
        pile[:, :-1] += k[:, 1:]
    return pile


@njit
def langton(n, steps):
    grid = np.zeros((n, n), dtype=np.bool_)
    r = c = n // 2
    dr, dc = -1, 0
    for _ in range(steps):
        if grid[r, c]:
            dr, dc = -dc, dr
        else:
            dr, dc = dc, -dr
        grid[r, c] = not grid[r, c]
        r = (r + dr) % n
        c = (c + dc) % n
    return grid, (r, c)


@njit
def dla(n, walkers, seed):
    """Diffusion-limited aggregation from a seed in the middle."""
    np.random.seed(seed)
    grid = np.zeros((n, n), dtype=np.uint8)
    grid[n // 2, n // 2] = 1
    for w in range(walkers):
        r, c = np.random.randint(0, n), 0
        while True:
            k = np.random.randint(0, 4)
            if k == 0:
                r = (r + 1) % n
            elif k == 1:
                r = (r - 1) % n
            elif k == 2:
                c = (c + 1) % n
            else:
                c = (c - 1) % n
            if grid[(r + 1) % n, c] or grid[r - 1, c] or grid[r, (c + 1) % n] or grid[r, c - 1]:
                grid[r, c] = 1
                break
    return grid


pile = np.zeros((15, 15), dtype=np.int64)
pile[7, 7] = 400
ref = topple_numpy(pile.copy())
print("topplings", topple(pile), "grains left", pile.sum())
print(pile)
print("same as the array version:", np.array_equal(pile, ref))
print("symmetric:", np.array_equal(pile, pile.T), np.array_equal(pile, pile[::-1]), "heights")
print(np.bincount(pile.ravel()))
pile[0, 0] += 5
print("one more avalanche:", topple(pile), pile[:2, :3])

grid, at = langton(24, 700)
print("ant at", at, "black cells", int(grid.sum()))
rows = np.flatnonzero(grid.any(axis=1))
for row in grid[rows[0]:rows[-1] + 1]:
    print("".join("#" if v else "." for v in row))

cluster = dla(17, 45, 2)
for row in cluster:
    print("".join("*" if v else " " for v in row).rstrip())
print("cells", int(cluster.sum()))
r, c = np.nonzero(cluster)
print("radius of gyration %.4f" % np.sqrt(((r - r.mean()) ** 2 + (c - c.mean()) ** 2).mean()))
