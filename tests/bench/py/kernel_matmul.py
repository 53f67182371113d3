"""Matrix product by three loops in the order i, j, k."""
import time

import numpy as np
from numba import njit

N = 256
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
def matmul(a, b, c):
    n = a.shape[0]
    for i in range(n):
        for j in range(n):
            s = 0.0
            for k in range(n):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def main():
    a = random_array(N * N, 1).reshape(N, N)
    b = random_array(N * N, 2).reshape(N, N)
    c = np.zeros((N, N))
    matmul(a, b, c)
    check = c[5, 7]
    for rep in range(REPS):
        a[5, rep] = rep
        start = time.perf_counter()
        matmul(a, b, c)
        print("time", time.perf_counter() - start)
        check += c[5, 7]
    print("checksum", float(check))


main()
