import numpy as np

try:
    seconds = np.array([1, 2, 5000], dtype="datetime64[s]").astype("int64")  # error: unsupported
except TypeError:
    print("a data type of NumPy")
