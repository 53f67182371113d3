import numpy as np
from numba import cuda


def f(deletes):
    d = cuda.to_device(np.arange(3.0))
    if deletes:
        del d
    return d.copy_to_host()  # error in the second call


f(False)
f(True)
