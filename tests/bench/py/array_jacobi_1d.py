"""Jacobi sweeps on a line, by slices."""
import time

import numpy as np

REPS = 7


def jacobi(u, sweeps):
    u = u.copy()
    for k in range(sweeps):
        u[1:-1] = 0.5 * (u[:-2] + u[2:])
    return u


def main():
    rng = np.random.default_rng(7)
    u = rng.random(20000)
    check = 0.0
    out = jacobi(u, 100)
    for rep in range(REPS):
        u[rep] = rep
        start = time.perf_counter()
        out = jacobi(u, 100)
        print("time", time.perf_counter() - start)
        check += out[100]
    print("checksum", float(check))


main()
