# Pieces of array creation and of iteration over arrays.
import math
import numpy as np


def arange_length(start, stop, step):
    if step == 0.0:
        raise ZeroDivisionError('float division by zero')
    size = (stop - start) / step
    if not math.isfinite(size):
        raise ValueError('arange: cannot compute length' if math.isnan(size) else 'Maximum allowed size exceeded')
    return max(int(math.ceil(size)), 0)


def linspace(start, stop, num, endpoint):
    if num < 0:
        raise ValueError("Number of samples, " + str(num) + ", must be non-negative.")
    div = num - 1 if endpoint else num
    out = np.empty(num)
    delta = stop - start
    if div > 0:
        step = delta / div
        if step == 0.0:
            for i in range(num):
                out[i] = (i / div) * delta + start
        else:
            for i in range(num):
                out[i] = i * step + start
    else:
        step = math.nan
        for i in range(num):
            out[i] = i * delta + start
    if endpoint and num > 1:
        out[num - 1] = stop
    return out, step


def linspace_rows(start, stop, num, endpoint):
    if num < 0:
        raise ValueError("Number of samples, " + str(num) + ", must be non-negative.")
    div = num - 1 if endpoint else num
    delta = stop - start
    step = delta / max(div, 1)
    out = np.empty((num,) + delta.shape)
    for i in range(num):
        out[i] = i * step + start
    if endpoint and num > 1:
        out[num - 1] = stop
    return out, step


def flat_get(a, i):
    if a.ndim == 1:
        return a[i]
    elif a.ndim == 2:
        n = a.shape[1]
        return a[i // n, i % n]
    else:
        return a.reshape(-1)[i]
