import numpy as np
from numba import njit


@njit
def apply_rule(row, table):
    n = len(row)
    new = np.empty_like(row)
    for i in range(n):
        code = 4 * row[i - 1] + 2 * row[i] + row[(i + 1) % n]
        new[i] = table[code]
    return new


def rule_table(number):
    return np.array([(number >> k) & 1 for k in range(8)])


def run(number, row, steps):
    table = rule_table(number)
    rows = [row]
    for _ in range(steps):
        rows.append(apply_rule(rows[-1], table))
    return np.array(rows)


def cycle_length(number, row, limit=500):
    table = rule_table(number)
    seen = {}
    t = 0
    while t < limit:
        key = "".join(str(int(b)) for b in row)
        if key in seen:
            return seen[key], t - seen[key]
        seen[key] = t
        row = apply_rule(row, table)
        t += 1
    return -1, -1


seed = np.zeros(31, dtype=np.int64)
seed[15] = 1
for number in (18, 54, 184):
    print("rule", number, rule_table(number)[::-1])
    world = run(number, seed, 8)
    for row in world:
        print("".join("O" if b else "." for b in row))
    print("density", np.round(world.mean(axis=1), 3))

np.random.seed(8)
ring = np.random.randint(0, 2, 13)
print("ring", ring)
for number in (30, 90, 110, 150, 184):
    start, length = cycle_length(number, ring)
    print("rule %3d: transient %3d, cycle %3d" % (number, start, length))

# rule 184 is traffic: the number of cars is kept
cars = (np.random.rand(40) < 0.4).astype(np.int64)
road = run(184, cars, 30)
print("cars", road.sum(axis=1)[[0, 10, 30]], "moving at the end")
print(int(((road[-1] == 1) & (np.roll(road[-1], -1) == 0)).sum()))

# majority voting in two dimensions
grid = np.random.randint(0, 2, (10, 16))
for sweep in range(3):
    n = sum(np.roll(np.roll(grid, a, 0), b, 1) for a in (-1, 0, 1) for b in (-1, 0, 1))
    grid = (n >= 5).astype(int)
print(grid)
