import numpy as np
from numba import njit

TASKS = ["shop", "chop", "boil water", "fry", "pasta", "sauce", "drain", "serve"]
NEEDS = [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (7, 6), (5, 1)]
MINUTES = np.array([20, 10, 8, 6, 11, 15, 1, 2])


@njit
def kahn(n, before, after):
    """Order, or as much of it as can be had when there is a cycle."""
    degree = np.zeros(n, dtype=np.int64)
    for e in range(after.size):
        degree[after[e]] += 1
    order = np.empty(n, dtype=np.int64)
    size = 0
    for i in range(n):
        if degree[i] == 0:
            order[size] = i
            size += 1
    k = 0
    while k < size:
        at = order[k]
        k += 1
        for e in range(before.size):
            if before[e] == at:
                degree[after[e]] -= 1
                if degree[after[e]] == 0:
                    order[size] = after[e]
                    size += 1
    return order[:size]


@njit
def earliest_start(order, before, after, minutes):
    start = np.zeros(minutes.size, dtype=np.int64)
    cause = np.full(minutes.size, -1)
    for i in order:
        for e in range(after.size):
            if before[e] == i and start[i] + minutes[i] > start[after[e]]:
                start[after[e]] = start[i] + minutes[i]
                cause[after[e]] = i
    return start, cause


def depth_first(n, edges):
    state = [0] * n
    out = []

    def visit(i):
        if state[i] == 1:
            raise RuntimeError("cycle at " + TASKS[i])
        if state[i] == 2:
            return
        state[i] = 1
        for a, b in edges:
            if a == i:
                visit(b)
        state[i] = 2
        out.append(i)

    for i in range(n):
        visit(i)
    return out


after = np.array([a for a, b in NEEDS])
before = np.array([b for a, b in NEEDS])
order = kahn(8, before, after)
print(order)
print(" > ".join(TASKS[i] for i in order))
start, cause = earliest_start(order, before, after, MINUTES)
for i in order:
    print("%3d-%3d  %s%s" % (start[i], start[i] + MINUTES[i], " " * (start[i] // 4), TASKS[i]))
at = int(np.argmax(start + MINUTES))
critical = []
while at >= 0:
    critical.append(TASKS[at])
    at = int(cause[at])
print("critical path:", " > ".join(critical[::-1]), "total", (start + MINUTES).max())

print(depth_first(8, NEEDS))
try:
    depth_first(8, NEEDS + [(0, 7)])
except RuntimeError as problem:
    print("RuntimeError:", problem)
partial = kahn(8, np.append(before, 7), np.append(after, 0))
print("with a cycle only", partial.size, "tasks can be ordered")

# transitive closure by Warshall
reach = np.zeros((8, 8), dtype=bool)
reach[after, before] = True
for k in range(8):
    reach |= reach[:, k:k + 1] & reach[k:k + 1, :]
print(reach.astype(int))
print("needed by everything:", [TASKS[i] for i in np.flatnonzero(reach.sum(axis=0) == 7)])
