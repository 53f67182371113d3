import numpy as np
from numba import njit, prange


@njit
def hist2d(x, y, nx, ny, lo, hi):
    out = np.zeros((ny, nx), dtype=np.int64)
    for k in range(x.size):
        i = int((x[k] - lo) / (hi - lo) * nx)
        j = int((y[k] - lo) / (hi - lo) * ny)
        if 0 <= i < nx and 0 <= j < ny:
            out[j, i] += 1
    return out


@njit(parallel=True)
def density(grid_x, grid_y, px, py, h):
    out = np.zeros((grid_y.size, grid_x.size))
    for j in prange(grid_y.size):
        for i in range(grid_x.size):
            s = 0.0
            for k in range(px.size):
                d2 = (grid_x[i] - px[k]) ** 2 + (grid_y[j] - py[k]) ** 2
                s += np.exp(-d2 / (2 * h * h))
            out[j, i] = s / (2 * np.pi * h * h * px.size)
    return out


@njit
def summed_area(a):
    s = np.zeros((a.shape[0] + 1, a.shape[1] + 1), dtype=a.dtype)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s[i + 1, j + 1] = a[i, j] + s[i, j + 1] + s[i + 1, j] - s[i, j]
    return s


rng = np.random.default_rng(500)
x = np.concatenate((rng.normal(-1, 0.5, 400), rng.normal(1.2, 0.8, 300)))
y = np.concatenate((rng.normal(0.5, 0.6, 400), rng.normal(-1, 0.5, 300)))
H = hist2d(x, y, 16, 8, -3.0, 3.0)
print(H)
ref, xe, ye = np.histogram2d(y, x, bins=(8, 16), range=((-3, 3), (-3, 3)))
print("agrees with histogram2d:", np.array_equal(H, ref), ref.dtype, xe)
ramp = " .:-=+*#%@"
for row in H[::-1]:
    print("|" + "".join(ramp[min(9, int(9 * v / H.max() + 0.999))] for v in row) + "|")
S = summed_area(H)
print("quadrants", S[4, 8], S[4, 16] - S[4, 8], S[8, 8] - S[4, 8], S[8, 16] - S[8, 8] - S[4, 16] + S[4, 8])
print("of", S[-1, -1])

gx = np.linspace(-2.5, 2.5, 11)
gy = np.linspace(-2.0, 2.0, 5)
D = density(gx, gy, x, y, 0.4)
print(np.round(D, 4))
j, i = np.unravel_index(D.argmax(), D.shape)
print("densest at", gx[i], gy[j])
print("mass %.3f" % (density(np.linspace(-4, 4, 33), np.linspace(-4, 4, 33), x, y, 0.4).sum() * 0.25 ** 2))

counts, edges = np.histogram(x, bins=10)
print(counts, np.round(edges, 3))
dens, _ = np.histogram(x, bins=6, density=True)
print(np.round(dens, 4), np.histogram(np.array([1, 2, 1, 4]), bins=[0, 1, 2, 3, 4])[0])
print(np.digitize([-2.5, -0.1, 0.0, 2.9, 7.0], [-2, -1, 0, 1, 2]), np.digitize([1.0, 2.0], [1, 2], right=True))
w = rng.random(6)
print(np.bincount(np.array([0, 2, 2, 1, 0, 4]), weights=np.array([0.5, 1, 1, 2, 0.25, 3])))
q = np.quantile(x, [0.1, 0.5, 0.9])
print(np.round(q, 4), np.searchsorted(np.sort(x), q), "outliers", int(((x < q[0]) | (x > q[2])).sum()))
cum = counts.cumsum() / counts.sum()
print(np.round(cum, 4), int((cum < 0.5).sum()))
