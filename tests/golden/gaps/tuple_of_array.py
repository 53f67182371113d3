# tuple() of an array has as many items as the array at run time, but a tuple's length belongs to its type.
import numpy as np

a, f = np.arange(25.0).reshape(5, 5), np.ones((2, 2))
shape = f.shape + tuple(np.subtract(a.shape, f.shape) + 1)
windows = np.lib.stride_tricks.as_strided(a, shape=shape, strides=a.strides * 2)
print(np.einsum("ij,ijkl->kl", f, windows))
