import numpy as np

a = np.ones((2, 3))
b = np.ones((2, 3))
print((a @ b.T).shape)
print(a @ b)
