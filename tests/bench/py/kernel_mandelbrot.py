"""Escape times of the Mandelbrot set."""
import time

import numpy as np
from numba import njit

WIDTH = 200
HEIGHT = 150
LIMIT = 200
REPS = 7



@njit
def mandelbrot(counts, shift):
    height, width = counts.shape
    total = 0
    for j in range(height):
        ci = -1.0 + 2.0 * j / height
        for i in range(width):
            cr = -2.0 + shift + 2.6 * i / width
            zr = 0.0
            zi = 0.0
            n = 0
            while n < LIMIT and zr * zr + zi * zi <= 4.0:
                t = zr * zr - zi * zi + cr
                zi = 2.0 * zr * zi + ci
                zr = t
                n += 1
            counts[j, i] = n
            total += n
    return total


def main():
    counts = np.zeros((HEIGHT, WIDTH), dtype=np.int64)
    check = mandelbrot(counts, 0.0)
    for rep in range(REPS):
        start = time.perf_counter()
        check += mandelbrot(counts, rep * 0.001)
        print("time", time.perf_counter() - start)
    print("checksum", check)


main()
