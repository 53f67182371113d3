"""Dot product, in order."""
import time

import numpy as np
from numba import njit

N = 32768
CALLS = 80
REPS = 7


@njit
def fill(a, seed):
    """Numbers in [0, 1): Knuth's MMIX generator, its upper 53 bits."""
    state = np.uint64(seed)
    for i in range(a.shape[0]):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        a[i] = (state >> np.uint64(11)) * (1.0 / 9007199254740992.0)


def random_array(n, seed):
    a = np.empty(n)
    fill(a, seed)
    return a


@njit
def dot(x, y):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i] * y[i]
    return s


def work(x, y):
    total = 0.0
    for call in range(CALLS):
        x[call] = call
        total += dot(x, y)
    return total


def main():
    x = random_array(N, 1)
    y = random_array(N, 2)
    check = work(x, y)
    for rep in range(REPS):
        start = time.perf_counter()
        check += work(x, y)
        print("time", time.perf_counter() - start)
    print("checksum", check)


main()
