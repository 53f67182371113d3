# cupy: what it has beside NumPy's functions.
import numpy as np


def copied(a):
    return np.array(a)


def device_count():
    return 1
