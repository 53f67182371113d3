import numpy as np
from numba import njit, prange


@njit(parallel=True)
def median3(img):
    h, w = img.shape
    out = img.copy()
    for i in prange(1, h - 1):
        window = np.empty(9, dtype=img.dtype)
        for j in range(1, w - 1):
            k = 0
            for a in range(-1, 2):
                for b in range(-1, 2):
                    v = img[i + a, j + b]
                    m = k
                    while m > 0 and window[m - 1] > v:
                        window[m] = window[m - 1]
                        m -= 1
                    window[m] = v
                    k += 1
            out[i, j] = window[4]
    return out


@njit
def morph(img, dilate):
    h, w = img.shape
    out = np.zeros_like(img)
    for i in range(h):
        for j in range(w):
            hit = not dilate
            for a in range(max(i - 1, 0), min(i + 2, h)):
                for b in range(max(j - 1, 0), min(j + 2, w)):
                    if dilate:
                        hit = hit or img[a, b]
                    else:
                        hit = hit and img[a, b]
            out[i, j] = hit
    return out


def otsu(img):
    hist = np.bincount(img.ravel(), minlength=256).astype(float)
    p = hist / hist.sum()
    best, best_t = -1.0, 0
    levels = np.arange(256)
    for t in range(1, 256):
        w0 = p[:t].sum()
        w1 = 1.0 - w0
        if w0 < 1e-12 or w1 < 1e-12:
            continue
        m0 = (levels[:t] * p[:t]).sum() / w0
        m1 = (levels[t:] * p[t:]).sum() / w1
        between = w0 * w1 * (m0 - m1) ** 2
        if between > best + 1e-9:
            best, best_t = between, t
    return best_t


np.random.seed(64)
h, w = 14, 32
img = np.full((h, w), 40, dtype=np.uint8)
img[3:10, 5:14] = 200
img[5:12, 18:28] = 150
clean = img.copy()
salt = np.random.rand(h, w)
img[salt < 0.06] = 0
img[salt > 0.94] = 255
print("changed pixels", int((img != clean).sum()), img.dtype)
print(img[4, :16])

smooth = median3(img)
print("wrong pixels after the median:", int((smooth != clean).sum()), smooth.dtype)
print(smooth[4, :16])

t = otsu(smooth)
binary = smooth >= t
print("threshold", t, "foreground", int(binary.sum()))
for row in binary:
    print("".join("#" if v else "." for v in row))
opened = morph(morph(binary, False), True)
closed = morph(morph(binary, True), False)
print("opening", int(opened.sum()), "closing", int(closed.sum()))
edge = binary & ~morph(binary, False)
print("outline", int(edge.sum()))

mse = ((img.astype(np.float64) - clean) ** 2).mean()
mse2 = ((smooth.astype(np.float64) - clean) ** 2).mean()
print("psnr %.3f -> %.3f" % (10 * np.log10(255 ** 2 / mse), 10 * np.log10(255 ** 2 / mse2)))
