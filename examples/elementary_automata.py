"""Wolfram's elementary cellular automata: a row of cells and one byte of rule."""
import numpy as np
from numba import njit


@njit
def evolve(rule, start, steps):
    n = start.size
    world = np.zeros((steps + 1, n), dtype=np.uint8)
    world[0] = start
    for t in range(steps):
        for i in range(n):
            left, mid, right = world[t, i - 1], world[t, i], world[t, (i + 1) % n]
            world[t + 1, i] = (rule >> (left * 4 + mid * 2 + right)) & 1
    return world


def show(world):
    for row in world:
        print("".join("#" if c else " " for c in row).rstrip())


start = np.zeros(63, dtype=np.uint8)
start[31] = 1
for rule in (90, 30):
    print("rule", rule)
    show(evolve(rule, start, 15))

start[:] = 0
start[-1] = 1
print("rule 110")
show(evolve(110, start, 20))

counts = evolve(90, np.roll(start, 32), 31).sum(axis=1)
print("rule 90, live cells per row:", counts)
print("powers of two:", all(bin(int(c)).count("1") == 1 for c in counts))

middle = evolve(30, np.roll(start, 32), 31)[:, 31]
print("rule 30, middle column:", "".join(str(b) for b in middle), int("".join(str(b) for b in middle[:16]), 2))
