import numpy as np

a = np.arange(5)
b = np.sum(a[1:3]  # error
print(b)
