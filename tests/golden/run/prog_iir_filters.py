import math
import numpy as np
from numba import njit


@njit
def lfilter(b, a, x):
    """Direct form II transposed."""
    n = max(b.size, a.size)
    z = np.zeros(n)
    y = np.empty_like(x)
    for i in range(x.size):
        y[i] = (b[0] * x[i] + z[0]) / a[0]
        for k in range(1, n):
            bk = b[k] if k < b.size else 0.0
            ak = a[k] if k < a.size else 0.0
            z[k - 1] = bk * x[i] - ak * y[i] + (z[k] if k < n - 1 else 0.0)
    return y


@njit
def fir(h, x):
    y = np.zeros(x.size)
    for i in range(x.size):
        for k in range(min(i + 1, h.size)):
            y[i] += h[k] * x[i - k]
    return y


def lowpass(cutoff, taps):
    n = np.arange(taps) - (taps - 1) / 2
    h = np.sinc(2 * cutoff * n) * np.hamming(taps)
    return h / h.sum()


def biquad(f0, q):
    w = 2 * math.pi * f0
    alpha = math.sin(w) / (2 * q)
    c = math.cos(w)
    b = np.array([(1 - c) / 2, 1 - c, (1 - c) / 2])
    a = np.array([1 + alpha, -2 * c, 1 - alpha])
    return b / a[0], a / a[0]


def gain(b, a, f):
    z = np.exp(-2j * np.pi * f)
    return abs(np.polyval(b[::-1], z) / np.polyval(a[::-1], z))


@njit
def goertzel(x, k):
    w = 2 * math.pi * k / x.size
    s1 = s2 = 0.0
    for v in x:
        s1, s2 = v + 2 * math.cos(w) * s1 - s2, s1
    return math.sqrt(max(s1 * s1 + s2 * s2 - 2 * math.cos(w) * s1 * s2, 0.0))


t = np.arange(64)
x = np.sin(2 * np.pi * 4 * t / 64) + 0.5 * np.sin(2 * np.pi * 20 * t / 64)
impulse = np.zeros(10)
impulse[0] = 1.0
print(lfilter(np.array([1.0]), np.array([1.0, -0.5]), impulse))
print(lfilter(np.array([0.25, 0.5, 0.25]), np.array([1.0]), impulse))
b, a = biquad(0.1, 0.7071)
print(np.round(b, 6), np.round(a, 6))
y = lfilter(b, a, x)
print(np.round(y[:8], 5))
for f in (0.0, 0.0625, 0.1, 0.3125, 0.5):
    print("gain at %.4f: %.5f" % (f, gain(b, a, f)))

h = lowpass(0.15, 11)
print(np.round(h, 5))
print("symmetric", np.allclose(h, h[::-1]), "sum %.6f" % h.sum())
out = fir(h, x)
print("agrees with convolve:", np.allclose(out, np.convolve(x, h)[:64]))
for k in (4, 20):
    print("bin %d: before %.4f, after %.4f" % (k, goertzel(x, k), goertzel(y[-64:], k)))
print("goertzel agrees with fft:", np.isclose(goertzel(x, 4), np.abs(np.fft.fft(x))[4]))
spec = np.abs(np.fft.rfft(x)) / 32
print(np.flatnonzero(spec > 0.1), np.round(spec[spec > 0.1], 5), np.fft.rfftfreq(64)[4])
auto = np.correlate(impulse + 1, np.ones(3), mode="full")
print(auto)
env = np.zeros(8)
level = 0.0
for i, v in enumerate([0.0, 1.0, 0.2, 0.1, 2.0, 0.0, 0.0, 0.0]):
    level = v if v > level else 0.5 * level
    env[i] = level
print(env)
