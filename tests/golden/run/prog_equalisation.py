import numpy as np
from numba import njit, uint8, int64


@njit(int64[:](uint8[:, :]))
def histogram256(img):
    h = np.zeros(256, dtype=np.int64)
    for row in img:
        for v in row:
            h[v] += 1
    return h


@njit
def lookup_table(hist):
    total = hist.sum()
    table = np.zeros(256, dtype=np.uint8)
    acc = 0
    first = -1
    for v in range(256):
        acc += hist[v]
        if first < 0 and hist[v] > 0:
            first = hist[v]
        if acc > 0 and total > first:
            table[v] = round((acc - first) * 255 / (total - first))
    return table


@njit
def remap(img, table):
    out = np.empty_like(img)
    for i in range(img.shape[0]):
        for j in range(img.shape[1]):
            out[i, j] = table[img[i, j]]
    return out


@njit
def floyd_steinberg(img):
    h, w = img.shape
    work = img.astype(np.float64)
    out = np.zeros((h, w), dtype=np.uint8)
    for i in range(h):
        for j in range(w):
            old = work[i, j]
            new = 255.0 if old >= 128.0 else 0.0
            out[i, j] = np.uint8(new)
            err = old - new
            if j + 1 < w:
                work[i, j + 1] += err * 7 / 16
            if i + 1 < h:
                if j > 0:
                    work[i + 1, j - 1] += err * 3 / 16
                work[i + 1, j] += err * 5 / 16
                if j + 1 < w:
                    work[i + 1, j + 1] += err * 1 / 16
    return out


yy, xx = np.mgrid[0:16, 0:40]
img = (100 + 40 * (xx / 39.0) * (yy / 15.0)).astype(np.uint8)
img[5:9, 10:20] += np.uint8(30)
print("range", img.min(), img.max(), img.dtype, "mean %.3f" % img.mean())
hist = histogram256(img)
print("levels used:", np.count_nonzero(hist), "most frequent:", int(hist.argmax()), "x", hist.max())
print("agrees with bincount:", np.array_equal(hist, np.bincount(img.ravel(), minlength=256)))

table = lookup_table(hist)
print(table[95:175])
eq = remap(img, table)
print("range", eq.min(), eq.max(), "mean %.3f" % eq.mean())
print(np.histogram(eq, bins=4, range=(0, 256))[0])
print("monotone:", bool((np.diff(table[hist > 0].astype(int)) >= 0).all()))

gamma = (255 * (img / 255.0) ** 2.2).astype(np.uint8)
print(gamma[7, ::5], gamma.dtype)
print((img + np.uint8(200))[0, :4], np.clip(img.astype(np.int16) + 200, 0, 255).astype(np.uint8)[0, :4])
inverted = 255 - img
print(inverted.dtype, inverted[7, ::5])
dither = floyd_steinberg(eq)
for row in dither[::2]:
    print("".join("#" if v else "." for v in row))
print("mean kept within 10:", abs(float(dither.mean()) - float(eq.mean())) < 10)
