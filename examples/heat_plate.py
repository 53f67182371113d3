"""Steady temperature of a plate whose edges are held fixed, by a five-point stencil."""
import numpy as np
from numba import njit, stencil


@stencil
def five_point(t):
    return 0.25 * (t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1])


@njit
def relax(plate, tolerance, limit):
    """Jacobi sweeps until no cell moves by more than `tolerance`."""
    sweeps = 0
    while sweeps < limit:
        new = five_point(plate)
        change = 0.0
        for i in range(1, plate.shape[0] - 1):
            for j in range(1, plate.shape[1] - 1):
                change = max(change, abs(new[i, j] - plate[i, j]))
                plate[i, j] = new[i, j]
        sweeps += 1
        if change < tolerance:
            break
    return sweeps, change


plate = np.zeros((9, 14))
plate[0, :] = 100.0
plate[:, -1] = np.linspace(100.0, 0.0, 9)

start = plate.copy()
sweeps, change = relax(plate, 1e-6, 5000)
print("converged after", sweeps, "sweeps:", change < 1e-6)

np.set_printoptions(precision=1, suppress=True)
print(plate)
print("edges untouched:", np.array_equal(plate[0], start[0]) and np.array_equal(plate[:, -1], start[:, -1]))

shades = " .:-=+*#%@"
for row in plate:
    print("".join(shades[min(int(t / 10.0), 9)] * 2 for t in row))
print("mean inside %.4f" % plate[1:-1, 1:-1].mean())
