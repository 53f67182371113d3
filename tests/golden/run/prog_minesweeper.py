import numpy as np
from numba import njit


@njit
def neighbour_counts(mines):
    h, w = mines.shape
    out = np.zeros((h, w), dtype=np.int8)
    for i in range(h):
        for j in range(w):
            if mines[i, j]:
                for a in range(max(0, i - 1), min(h, i + 2)):
                    for b in range(max(0, j - 1), min(w, j + 2)):
                        out[a, b] += 1
    return out


@njit
def reveal(counts, mines, seen, i, j):
    """Opens (i, j) and, when it touches no mine, all that surrounds it."""
    if mines[i, j]:
        return False
    todo = [(i, j)]
    while len(todo) > 0:
        a, b = todo.pop()
        if seen[a, b]:
            continue
        seen[a, b] = True
        if counts[a, b] == 0:
            for x in range(max(0, a - 1), min(mines.shape[0], a + 2)):
                for y in range(max(0, b - 1), min(mines.shape[1], b + 2)):
                    if not seen[x, y]:
                        todo.append((x, y))
    return True


def around(i, j, h, w):
    return [(a, b) for a in range(max(0, i - 1), min(h, i + 2))
            for b in range(max(0, j - 1), min(w, j + 2)) if (a, b) != (i, j)]


def deduce(counts, mines, seen, flags):
    """The two simple rules; returns the number of new facts."""
    h, w = counts.shape
    news = 0
    for i in range(h):
        for j in range(w):
            if not seen[i, j] or counts[i, j] == 0:
                continue
            hidden = [c for c in around(i, j, h, w) if not seen[c] and not flags[c]]
            known = sum(1 for c in around(i, j, h, w) if flags[c])
            if not hidden:
                continue
            if counts[i, j] - known == len(hidden):
                for c in hidden:
                    flags[c] = True
                    news += 1
            elif counts[i, j] == known:
                for a, b in hidden:
                    if not seen[a, b]:
                        assert reveal(counts, mines, seen, a, b)
                        news += 1
    return news


def show(counts, seen, flags):
    for i in range(counts.shape[0]):
        print(" ".join("F" if flags[i, j] else "?" if not seen[i, j] else " " if counts[i, j] == 0 else str(counts[i, j])
                       for j in range(counts.shape[1])).rstrip())


rs = np.random.RandomState(17)
h, w, n = 9, 12, 14
mines = np.zeros(h * w, dtype=bool)
mines[rs.choice(np.arange(12, h * w), n, replace=False)] = True
mines = mines.reshape(h, w)
counts = neighbour_counts(mines)
print(counts)
padded = np.pad(mines.astype(int), 1)
shifted = sum(padded[1 + a:1 + a + h, 1 + b:1 + b + w] for a in (-1, 0, 1) for b in (-1, 0, 1))
print("agrees with shifted sums:", np.array_equal(counts, shifted))

seen = np.zeros((h, w), dtype=bool)
flags = np.zeros((h, w), dtype=bool)
print("first click safe:", reveal(counts, mines, seen, 0, 0), "opened", int(seen.sum()))
show(counts, seen, flags)
rounds = 0
while True:
    news = deduce(counts, mines, seen, flags)
    if news == 0:
        break
    rounds += 1
    print("round", rounds, "facts", news, "opened", int(seen.sum()), "flags", int(flags.sum()))
show(counts, seen, flags)
print("flags are right:", bool((mines | ~flags).all()), "solved:", int(seen.sum()) == h * w - n)
hit = np.argwhere(mines)[0]
print("stepping on", tuple(int(v) for v in hit), "is safe:", reveal(counts, mines, seen, hit[0], hit[1]))
