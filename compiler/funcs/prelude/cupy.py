# cupy: what it has beside NumPy's functions.
import numpy as np


def asnumpy(a, stream, order, out):
    return np.array(a)


def copied(a):
    return np.array(a)


def device_count():
    return 1
