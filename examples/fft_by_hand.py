"""The fast Fourier transform written out, checked against numpy.fft, used to multiply."""
import numpy as np
from numba import njit


@njit
def bit_reverse(x):
    n = x.size
    out = x.copy()
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            out[i], out[j] = out[j], out[i]
    return out


@njit
def fft(x, sign):
    out = bit_reverse(x)
    n = out.size
    size = 2
    while size <= n:
        step = np.exp(sign * 2j * np.pi / size)
        for start in range(0, n, size):
            w = 1.0 + 0.0j
            for k in range(start, start + size // 2):
                a = out[k]
                b = w * out[k + size // 2]
                out[k] = a + b
                out[k + size // 2] = a - b
                w *= step
        size *= 2
    return out


def multiply(p, q):
    """Coefficients of the product of two polynomials with whole coefficients."""
    n = 1
    while n < len(p) + len(q):
        n *= 2
    a = np.zeros(n, dtype=np.complex128)
    b = np.zeros(n, dtype=np.complex128)
    a[:len(p)] = p
    b[:len(q)] = q
    c = fft(fft(a, -1) * fft(b, -1), 1) / n
    return np.round(c.real).astype(np.int64)[:len(p) + len(q) - 1]


x = np.array([1, 2, 3, 4, 0, 0, 0, 0], dtype=np.complex128)
X = fft(x, -1)
print(np.round(X, 4))
print("same as numpy:", np.allclose(X, np.fft.fft(x)))
print("round trip:", np.allclose(fft(X, 1) / 8, x))

print(multiply([1, 2, 3], [4, 5]), np.convolve([1, 2, 3], [4, 5]))

n = 64
t = np.arange(n)
signal = 1.5 + np.sin(2 * np.pi * 5 * t / n) + 0.5 * np.cos(2 * np.pi * 12 * t / n)
amplitude = np.abs(fft(signal.astype(np.complex128), -1)) / n
for k in np.flatnonzero(amplitude[:n // 2] > 0.01):
    print("frequency %2d: amplitude %.4f" % (k, amplitude[k] * (1 if k == 0 else 2)))
print("Parseval:", np.isclose((signal ** 2).sum(), n * (amplitude ** 2).sum()))
