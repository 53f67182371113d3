import numpy as np

a = np.zeros((2, 3))
b = np.zeros((2, 2))
print(np.concatenate((a, b), axis=1).shape)
print(np.concatenate((a, b)).shape)
