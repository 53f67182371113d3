"""A synthetic grey image: blur, edges, threshold and histogram equalisation."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def convolve2d(image, kernel):
    kh, kw = kernel.shape
    h, w = image.shape
    out = np.zeros((h, w))
    for i in prange(h):
        for j in range(w):
            s = 0.0
            for a in range(kh):
                for b in range(kw):
                    y = min(max(i + a - kh // 2, 0), h - 1)
                    x = min(max(j + b - kw // 2, 0), w - 1)
                    s += image[y, x] * kernel[a, b]
            out[i, j] = s
    return out


def equalise(image):
    """Spreads the grey levels so that each range of them is used equally often."""
    hist = np.bincount(image.ravel(), minlength=256)
    cdf = hist.cumsum()
    first = cdf[np.nonzero(cdf)[0][0]]
    table = np.round((cdf - first) / (image.size - first) * 255).astype(np.uint8)
    return table[image]


def show(image):
    ramp = " .:-=+*#%@"
    lo, hi = image.min(), image.max()
    for row in image[::2]:
        print("".join(ramp[int(9 * (v - lo) / (hi - lo))] for v in row))


yy, xx = np.mgrid[0:20, 0:40]
disc = ((yy - 9.5) ** 2 + ((xx - 14) / 1.8) ** 2 < 36).astype(np.float64)
ramp = xx / 40.0
image = np.clip(60 + 70 * disc + 50 * ramp, 0, 255).astype(np.uint8)
show(image.astype(np.int64))
print("levels", image.min(), image.max(), "mean %.2f" % image.mean())

gauss = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16.0
smooth = convolve2d(image.astype(np.float64), gauss)
print("smoothed corner")
print(smooth[:3, :5])

sobel = np.array([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]])
gx = convolve2d(smooth, sobel)
gy = convolve2d(smooth, sobel.T.copy())
edges = np.hypot(gx, gy)
print("edge pixels:", int((edges > 80).sum()))
for row in edges[::2]:
    print("".join("#" if v > 80 else "." for v in row))

flat = equalise(image)
print("equalised levels", flat.min(), flat.max(), "dtype", flat.dtype)
print("histogram in 8 bins:", np.histogram(flat, bins=8, range=(0, 256))[0])
