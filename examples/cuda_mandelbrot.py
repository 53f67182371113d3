"""The Mandelbrot set, one point a thread, drawn with characters."""
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def escape_time(c, limit):
    z = 0j
    for k in range(limit):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4.0:
            return k
    return limit


@cuda.jit
def mandelbrot(low, high, limit, image):
    x, y = cuda.grid(2)
    rows, columns = image.shape
    if x < columns and y < rows:
        re = low.real + (high.real - low.real) * x / (columns - 1)
        im = low.imag + (high.imag - low.imag) * y / (rows - 1)
        image[y, x] = escape_time(complex(re, im), limit)


LIMIT = 60
image = np.zeros((21, 60), dtype=np.int32)
mandelbrot[(8, 3), (8, 8)](-2.2 - 1.2j, 0.8 + 1.2j, LIMIT, image)

shades = " .,:;-=+*%#@"
for row in image:
    print("".join(shades[min(len(shades) - 1, int(k) * len(shades) // LIMIT)] for k in row))
print("points inside:", np.count_nonzero(image == LIMIT), "of", image.size)
print("iterations:", image.sum())
