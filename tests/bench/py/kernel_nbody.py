"""Gravitational accelerations, every body against every body, softened."""
import math
import time

import numpy as np
from numba import njit

N = 512
CALLS = 4
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
def accelerations(pos, mass, acc):
    n = pos.shape[0]
    for i in range(n):
        ax = 0.0
        ay = 0.0
        az = 0.0
        for j in range(n):
            dx = pos[j, 0] - pos[i, 0]
            dy = pos[j, 1] - pos[i, 1]
            dz = pos[j, 2] - pos[i, 2]
            r2 = dx * dx + dy * dy + dz * dz + 1e-3
            f = mass[j] / (r2 * math.sqrt(r2))
            ax += f * dx
            ay += f * dy
            az += f * dz
        acc[i, 0] = ax
        acc[i, 1] = ay
        acc[i, 2] = az


def work(pos, mass, acc):
    total = 0.0
    for call in range(CALLS):
        mass[call] = call
        accelerations(pos, mass, acc)
        total += acc[10, 1]
    return total


def main():
    pos = random_array(3 * N, 1).reshape(N, 3)
    mass = random_array(N, 2)
    acc = np.zeros((N, 3))
    check = work(pos, mass, acc)
    for rep in range(REPS):
        start = time.perf_counter()
        check += work(pos, mass, acc)
        print("time", time.perf_counter() - start)
    print("checksum", float(check))


main()
