import numpy as np

a = np.array([3, 1, 2])
print(a[a > 1].max())
print(a[a > 5].max())
