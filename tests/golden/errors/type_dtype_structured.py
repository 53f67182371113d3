import numpy as np

try:
    particle = np.dtype([("x", np.float32), ("id", np.int32)])  # error: unsupported
except TypeError:
    print("a data type of NumPy")
