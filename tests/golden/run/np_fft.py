import numpy as np

x = np.array([1.0, 2.0, 0.0, -1.0])
t = np.exp(-2j * np.pi * np.outer(np.arange(4), np.arange(4)) / 4)
X = np.fft.fft(x)
print(np.allclose(t @ x, X), X.real.round(9) + 0.0, X.imag.round(9) + 0.0, np.fft.ifft(X).real.round(9) + 0.0)
print(np.fft.fftfreq(4), np.fft.rfftfreq(6, 0.5), np.fft.fftshift(np.arange(5)), np.fft.ifftshift(np.arange(5)))
n = 48
s = 2 * np.sin(2 * np.pi * 3 * np.arange(n) / n) + np.cos(2 * np.pi * 10 * np.arange(n) / n) + 0.5
R = np.fft.rfft(s)
amp = np.abs(R) / n
print(R.shape, R.dtype, np.flatnonzero(amp > 1e-9), amp[amp > 1e-9].round(9), np.allclose(np.fft.irfft(R), s))
for size in (1, 2, 3, 5, 7, 12, 30, 64):
    v = (np.arange(size) * 7 % 5).astype(float)
    F = np.fft.fft(v)
    print(size, "%.6f" % np.abs(F).sum(), np.allclose(np.fft.ifft(F), v))
    print(np.allclose((np.abs(F) ** 2).sum(), size * (v ** 2).sum()))
img = np.zeros((4, 4))
img[1, 2] = 1.0
F2 = np.fft.fft2(img)
print(np.abs(F2).round(9), np.allclose(np.fft.ifft2(F2), img))
a, b = np.array([1.0, 2.0, 3.0]), np.array([0.0, 1.0, 0.5])
print(np.fft.irfft(np.fft.rfft(a, 5) * np.fft.rfft(b, 5), 5).round(9) + 0.0, np.convolve(a, b))
m = np.arange(6.0).reshape(2, 3)
print(np.fft.fft(m, axis=0).real, np.allclose(np.fft.fft(m), np.fft.fft(m, axis=1)))
