"""Conway's game of life on a torus, without a single explicit loop over cells."""
import numpy as np


def neighbours(world):
    total = np.zeros_like(world)
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            if dr or dc:
                total += np.roll(np.roll(world, dr, axis=0), dc, axis=1)
    return total


def step(world):
    n = neighbours(world)
    return ((n == 3) | ((world == 1) & (n == 2))).astype(world.dtype)


def show(world, title):
    print(title)
    for row in world:
        print("".join("#" if cell else "." for cell in row))


def from_text(rows):
    return np.array([[1 if ch == "#" else 0 for ch in row] for row in rows])


glider = from_text([".#.", "..#", "###"])
world = np.zeros((8, 12), dtype=np.int64)
world[:3, :3] = glider
world[4:7, 7] = 1  # a blinker

show(world, "start")
for generation in range(1, 21):
    world = step(world)
    if generation % 10 == 0:
        show(world, "generation %d, %d alive" % (generation, world.sum()))

# A glider alone comes back, one cell further down and right, after four generations.
alone = np.zeros((8, 8), dtype=np.int64)
alone[:3, :3] = glider
later = alone
for _ in range(4):
    later = step(later)
print("glider moved by (1, 1):", np.array_equal(np.roll(alone, (1, 1), axis=(0, 1)), later))
