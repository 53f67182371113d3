import numpy as np


def corner(m, k):
    return m[k, k]


m = np.arange(12).reshape(3, 4)
print(corner(m, 2))
m = np.arange(12).reshape(4, 3)
print(corner(m, 3))
