import numpy as np
from numba import njit, prange, complex128, int64


@njit(int64(complex128, complex128, int64))
def julia_point(z, c, limit):
    for n in range(limit):
        if z.real * z.real + z.imag * z.imag > 4.0:
            return n
        z = z * z + c
    return limit


@njit(parallel=True)
def julia(width, height, c, limit):
    out = np.zeros((height, width), dtype=np.int32)
    for y in prange(height):
        for x in range(width):
            z = complex(3.0 * x / (width - 1) - 1.5, 2.0 * y / (height - 1) - 1.0)
            out[y, x] = julia_point(z, c, limit)
    return out


@njit
def newton_root(z):
    for n in range(40):
        step = (z ** 3 - 1) / (3 * z ** 2)
        z -= step
        if abs(step) < 1e-10:
            break
    return z


def julia_numpy(width, height, c, limit):
    x = np.linspace(-1.5, 1.5, width)
    y = np.linspace(-1.0, 1.0, height)
    z = x[None, :] + 1j * y[:, None]
    count = np.full(z.shape, limit, dtype=np.int32)
    alive = np.ones(z.shape, dtype=bool)
    for n in range(limit):
        escaped = alive & (z.real ** 2 + z.imag ** 2 > 4.0)
        count[escaped] = n
        alive &= ~escaped
        z[alive] = z[alive] ** 2 + c
    return count


shades = " .:-=+*#%@"
for c in (-0.7 + 0.27015j, -0.123 + 0.745j):
    img = julia(60, 21, c, 50)
    print("c =", c)
    for row in img:
        print("".join(shades[min(v // 5, 9)] for v in row).rstrip())
    print("inside", int((img == 50).sum()), "mean %.4f" % img.mean())

a = julia(31, 17, 0.285 + 0.01j, 30)
b = julia_numpy(31, 17, 0.285 + 0.01j, 30)
print("array version differs in", int((a != b).sum()), "points; dtypes", a.dtype, b.dtype)

roots = np.array([1.0, -0.5 + 0.8660254037844386j, -0.5 - 0.8660254037844386j])
for start in (1.5 + 0j, -1.0 + 1.0j, -2 - 0.5j, 0.1 + 0.1j):
    z = newton_root(start)
    print(start, "-> root", int(np.abs(roots - z).argmin()))
basin = np.array([[np.abs(roots - newton_root(complex(x, y))).argmin() for x in np.linspace(-1, 1, 12)] for y in np.linspace(-1, 1, 6)])
print(basin)
print("basin sizes", np.bincount(basin.ravel()))
