"""How far apart are two words? Dynamic programming, with the edits spelled out."""
import numpy as np
from numba import njit


@njit
def distance_table(a, b):
    d = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    d[:, 0] = np.arange(len(a) + 1)
    d[0, :] = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d


def edits(a, b, d):
    i, j = len(a), len(b)
    steps = []
    while i > 0 or j > 0:
        if i > 0 and j > 0 and d[i, j] == d[i - 1, j - 1] + (a[i - 1] != b[j - 1]):
            if a[i - 1] != b[j - 1]:
                steps.append(f"replace {a[i - 1]} by {b[j - 1]}")
            i, j = i - 1, j - 1
        elif i > 0 and d[i, j] == d[i - 1, j] + 1:
            steps.append(f"delete {a[i - 1]}")
            i -= 1
        else:
            steps.append(f"insert {b[j - 1]}")
            j -= 1
    return steps[::-1]


d = distance_table("kitten", "sitting")
print(d)
for a, b in [("kitten", "sitting"), ("flaw", "lawn"), ("same", "same"), ("", "abc"), ("intention", "execution")]:
    d = distance_table(a, b)
    steps = edits(a, b, d)
    print(f"{a!r} -> {b!r}: {d[-1, -1]}", "; ".join(steps) if steps else "nothing to do")

words = ["planet", "plant", "planes", "pants", "saturn"]
table = np.array([[distance_table(p, q)[len(p), len(q)] for q in words] for p in words])
print(table)
table[np.diag_indices(len(words))] = 99
print("closest:", {w: words[int(k)] for w, k in zip(words, table.argmin(axis=1))})
