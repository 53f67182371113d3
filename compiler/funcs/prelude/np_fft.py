# numpy.fft over several axes; frequencies and shifts.
import numpy as np


# The last axis first.
def fftn(a, s, axes, norm, out):
    x = np.asarray(a)
    if axes is None:
        if x.ndim == 1:
            return np.fft.fft(x, None if s is None else s[0], 0, norm)
        if x.ndim == 2:
            return fftn(x, s, (0, 1), norm, out)
        return fftn(x, s, (0, 1, 2), norm, out)
    n = len(axes)
    if n == 1:
        return np.fft.fft(x, None if s is None else s[0], axes[0], norm)
    y = np.fft.fft(x, None if s is None else s[n - 1], axes[n - 1], norm)
    return fftn(y, None if s is None else s[:n - 1], axes[:n - 1], norm, out)


def ifftn(a, s, axes, norm, out):
    x = np.asarray(a)
    if axes is None:
        if x.ndim == 1:
            return np.fft.ifft(x, None if s is None else s[0], 0, norm)
        if x.ndim == 2:
            return ifftn(x, s, (0, 1), norm, out)
        return ifftn(x, s, (0, 1, 2), norm, out)
    n = len(axes)
    if n == 1:
        return np.fft.ifft(x, None if s is None else s[0], axes[0], norm)
    y = np.fft.ifft(x, None if s is None else s[n - 1], axes[n - 1], norm)
    return ifftn(y, None if s is None else s[:n - 1], axes[:n - 1], norm, out)


def fft2(a, s, axes, norm, out):
    if axes is None:
        return fftn(a, s, (-2, -1), norm, out)
    return fftn(a, s, axes, norm, out)


def ifft2(a, s, axes, norm, out):
    if axes is None:
        return ifftn(a, s, (-2, -1), norm, out)
    return ifftn(a, s, axes, norm, out)


def rfftn(a, s, axes, norm, out):
    x = np.asarray(a)
    if axes is None:
        if x.ndim == 1:
            return np.fft.rfft(x, None if s is None else s[0], 0, norm)
        if x.ndim == 2:
            return rfftn(x, s, (0, 1), norm, out)
        return rfftn(x, s, (0, 1, 2), norm, out)
    n = len(axes)
    y = np.fft.rfft(x, None if s is None else s[n - 1], axes[n - 1], norm)
    if n == 1:
        return y
    return fftn(y, None if s is None else s[:n - 1], axes[:n - 1], norm, out)


def irfftn(a, s, axes, norm, out):
    x = np.asarray(a)
    if axes is None:
        if x.ndim == 1:
            return np.fft.irfft(x, None if s is None else s[0], 0, norm)
        if x.ndim == 2:
            return irfftn(x, s, (0, 1), norm, out)
        return irfftn(x, s, (0, 1, 2), norm, out)
    n = len(axes)
    if n == 1:
        return np.fft.irfft(x, None if s is None else s[0], axes[0], norm)
    y = ifftn(x, None if s is None else s[:n - 1], axes[:n - 1], norm, out)
    return np.fft.irfft(y, None if s is None else s[n - 1], axes[n - 1], norm)


def rfft2(a, s, axes, norm, out):
    if axes is None:
        return rfftn(a, s, (-2, -1), norm, out)
    return rfftn(a, s, axes, norm, out)


def irfft2(a, s, axes, norm, out):
    if axes is None:
        return irfftn(a, s, (-2, -1), norm, out)
    return irfftn(a, s, axes, norm, out)


def hfft(a, n, axis, norm, out):
    x = np.asarray(a)
    m = n
    if n is None:
        m = (x.shape[axis] - 1) * 2
    if norm is None or norm == 'backward':
        return np.fft.irfft(np.conj(x), m, axis, 'forward')
    if norm == 'forward':
        return np.fft.irfft(np.conj(x), m, axis, 'backward')
    return np.fft.irfft(np.conj(x), m, axis, norm)


def ihfft(a, n, axis, norm, out):
    if norm is None or norm == 'backward':
        return np.conj(np.fft.rfft(a, n, axis, 'forward'))
    if norm == 'forward':
        return np.conj(np.fft.rfft(a, n, axis, 'backward'))
    return np.conj(np.fft.rfft(a, n, axis, norm))


def fftfreq(n: int, d, device):
    val = 1.0 / (n * d)
    k = np.arange(n)
    half = (n - 1) // 2 + 1
    return np.where(k < half, k, k - n) * val


def rfftfreq(n: int, d, device):
    val = 1.0 / (n * d)
    return np.arange(n // 2 + 1) * val


def fftshift(x, axes):
    a = np.asarray(x)
    if axes is None:
        if a.ndim == 1:
            return np.roll(a, a.shape[0] // 2)
        if a.ndim == 2:
            return np.roll(a, (a.shape[0] // 2, a.shape[1] // 2), (0, 1))
        return np.roll(a, (a.shape[0] // 2, a.shape[1] // 2, a.shape[2] // 2), (0, 1, 2))
    if isinstance(axes, tuple):
        out = a
        for k in axes:
            out = np.roll(out, a.shape[k] // 2, k)
        return out
    return np.roll(a, a.shape[axes] // 2, axes)


def ifftshift(x, axes):
    a = np.asarray(x)
    if axes is None:
        if a.ndim == 1:
            return np.roll(a, -(a.shape[0] // 2))
        if a.ndim == 2:
            return np.roll(a, (-(a.shape[0] // 2), -(a.shape[1] // 2)), (0, 1))
        return np.roll(a, (-(a.shape[0] // 2), -(a.shape[1] // 2), -(a.shape[2] // 2)), (0, 1, 2))
    if isinstance(axes, tuple):
        out = a
        for k in axes:
            out = np.roll(out, -(a.shape[k] // 2), k)
        return out
    return np.roll(a, -(a.shape[axes] // 2), axes)
