"""y += a x in single precision."""
import time

import numpy as np
from numba import njit

N = 32768
CALLS = 1000
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
def saxpy(a, x, y):
    for i in range(x.shape[0]):
        y[i] = a * x[i] + y[i]


def work(x, y):
    a = np.float32(0.001)
    for call in range(CALLS):
        saxpy(a, x, y)
    return float(y[7])


def main():
    x = random_array(N, 1).astype(np.float32)
    y = random_array(N, 2).astype(np.float32)
    check = work(x, y)
    for rep in range(REPS):
        start = time.perf_counter()
        check += work(x, y)
        print("time", time.perf_counter() - start)
    print("checksum", check)


main()
