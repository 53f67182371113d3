import numpy as np
from numba import jit


@jit(nopython=True)
def sma(x, n):
    out = np.full_like(x, np.nan)
    s = 0.0
    for i, v in enumerate(x):
        s += v
        if i >= n:
            s -= x[i - n]
        if i + 1 >= n:
            out[i] = s / n
    return out


@jit(nopython=True)
def wma(x, n):
    w = np.arange(1, n + 1).astype(np.float64)
    out = np.full(x.size, np.nan)
    for i in range(n - 1, x.size):
        out[i] = np.sum(w * x[i - n + 1:i + 1]) / w.sum()
    return out


@jit(nopython=True)
def ema(x, alpha):
    y = x.copy()
    for i in range(1, x.size):
        y[i] = alpha * x[i] + (1.0 - alpha) * y[i - 1]
    return y


@jit(nopython=True)
def sliding_max(x, n):
    """Monotone queue of indices: linear time."""
    out = np.empty(x.size - n + 1, dtype=x.dtype)
    q = np.empty(x.size, dtype=np.int64)
    head = tail = 0
    for i in range(x.size):
        while tail > head and x[q[tail - 1]] <= x[i]:
            tail -= 1
        q[tail] = i
        tail += 1
        if q[head] <= i - n:
            head += 1
        if i >= n - 1:
            out[i - n + 1] = x[q[head]]
    return out


def savgol_weights(half, degree):
    """Least-squares polynomial through 2 * half + 1 points, evaluated in the middle."""
    t = np.arange(-half, half + 1)
    A = np.vander(t, degree + 1, increasing=True).astype(float)
    return np.linalg.pinv(A)[0]


x = np.array([3.0, 5.0, 4.0, 8.0, 7.0, 11.0, 10.0, 6.0, 9.0, 12.0])
print(sma(x, 3))
print(wma(x, 3))
print(ema(x, 0.5))
print(sliding_max(x, 4), sliding_max(np.array([4, 3, 2, 1, 5]), 2))
print(np.convolve(x, np.ones(3) / 3, mode="valid"))
print("convolution agrees:", np.allclose(sma(x, 3)[2:], np.convolve(x, np.ones(3) / 3, "valid")))

w = savgol_weights(2, 2)
print(np.round(w * 35, 6))
print(np.round(savgol_weights(3, 2) * 21, 6))
smooth = np.convolve(x, w[::-1], mode="same")
print(np.round(smooth, 5))
parabola = (np.arange(8) - 3.0) ** 2
print("keeps a parabola:", np.allclose(np.convolve(parabola, w, "valid"), parabola[2:-2]))

c = np.cumsum(np.insert(x, 0, 0.0))
print("by prefix sums:", (c[3:] - c[:-3]) / 3)
win = np.lib.stride_tricks.sliding_window_view(x, 3)
print(win.shape, win.mean(axis=1), win.max(axis=1))
crossings = np.flatnonzero(np.diff(np.sign(ema(x, 0.5) - ema(x, 0.2))) != 0)
print("crossings at", crossings)
