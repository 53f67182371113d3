"""Five-point stencil: heat flow on a plate, two grids in turn."""
import time

import numpy as np
from numba import njit

N = 384
SWEEPS = 20
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
def sweep(u, v):
    n, m = u.shape
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            v[i, j] = u[i, j] + 0.2 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                                       - 4.0 * u[i, j])


def work(u, v):
    for k in range(SWEEPS):
        sweep(u, v)
        sweep(v, u)
    return u[100, 100]


def main():
    u = random_array(N * N, 1).reshape(N, N)
    v = u.copy()
    check = work(u, v)
    for rep in range(REPS):
        start = time.perf_counter()
        check += work(u, v)
        print("time", time.perf_counter() - start)
    print("checksum", float(check))


main()
