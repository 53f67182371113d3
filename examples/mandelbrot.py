"""The Mandelbrot set as text, one thread per row."""
import numpy as np
from numba import njit, prange


@njit
def escape_time(cr, ci, limit):
    zr, zi = 0.0, 0.0
    for k in range(limit):
        zr2, zi2 = zr * zr, zi * zi
        if zr2 + zi2 > 4.0:
            return k
        zi = 2.0 * zr * zi + ci
        zr = zr2 - zi2 + cr
    return limit


@njit(parallel=True)
def mandelbrot(x0, x1, y0, y1, width, height, limit):
    image = np.empty((height, width), dtype=np.int64)
    dx = (x1 - x0) / (width - 1)
    dy = (y1 - y0) / (height - 1)
    for row in prange(height):
        for col in range(width):
            image[row, col] = escape_time(x0 + col * dx, y0 + row * dy, limit)
    return image


LIMIT = 60
RAMP = " .,:;+*%#@"

image = mandelbrot(-2.1, 0.6, -1.15, 1.15, 64, 25, LIMIT)
for row in image:
    print("".join(RAMP[min(int(9 * k / LIMIT * 3), 9)] if k < LIMIT else "@" for k in row))

inside = (image == LIMIT).sum()
print("inside: %d of %d" % (inside, image.size))
print("times of escape, least to most:", np.unique(image)[:8], "...")
