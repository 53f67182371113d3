"""Sum of an array, in order."""
import time

import numpy as np
from numba import njit

N = 65536
CALLS = 40
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
def sum_array(a):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i]
    return s


def work(a):
    total = 0.0
    for call in range(CALLS):
        a[call] = call
        total += sum_array(a)
    return total


def main():
    a = random_array(N, 1)
    check = work(a)
    for rep in range(REPS):
        start = time.perf_counter()
        check += work(a)
        print("time", time.perf_counter() - start)
    print("checksum", check)


main()
