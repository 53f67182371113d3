"""One pass over 256 MB: the price of memory."""
import time

import numpy as np

REPS = 7


def add_scalar(a):
    return a + 3.0


def main():
    rng = np.random.default_rng(7)
    a = rng.random(32 * 1024 * 1024)
    check = 0.0
    out = add_scalar(a)
    for rep in range(REPS):
        a[rep] = rep
        start = time.perf_counter()
        out = add_scalar(a)
        print("time", time.perf_counter() - start)
        check += out[rep] + out[12345]
    print("checksum", float(check))


main()
