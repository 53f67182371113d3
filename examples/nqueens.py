"""All ways to place n queens: bit masks and recursion."""
import numpy as np
from numba import njit


@njit
def count(n, row, cols, diag, anti):
    if row == n:
        return 1
    total = 0
    free = ((1 << n) - 1) & ~(cols | diag | anti)
    while free:
        bit = free & -free
        free ^= bit
        total += count(n, row + 1, cols | bit, (diag | bit) << 1, (anti | bit) >> 1)
    return total


@njit
def first_solution(n, place, row):
    if row == n:
        return True
    for col in range(n):
        ok = True
        for r in range(row):
            if place[r] == col or abs(place[r] - col) == row - r:
                ok = False
                break
        if ok:
            place[row] = col
            if first_solution(n, place, row + 1):
                return True
    return False


for n in range(1, 10):
    print("%2d queens: %4d solutions" % (n, count(n, 0, 0, 0, 0)))

place = np.zeros(8, dtype=np.int64)
print("found:", first_solution(8, place, 0), place)
for col in place:
    print(" ".join("Q" if c == col else "." for c in range(8)))

print("3 queens:", "possible" if first_solution(3, place, 0) else "impossible")
