"""Jacobi sweeps on a plate, by slices."""
import time

import numpy as np

REPS = 7


def jacobi(u, sweeps):
    u = u.copy()
    v = u.copy()
    for k in range(sweeps):
        v[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
        u, v = v, u
    return u


def main():
    rng = np.random.default_rng(7)
    u = rng.random((300, 300))
    check = 0.0
    out = jacobi(u, 40)
    for rep in range(REPS):
        u[0, rep] = rep
        start = time.perf_counter()
        out = jacobi(u, 40)
        print("time", time.perf_counter() - start)
        check += out[10, 20]
    print("checksum", float(check))


main()
