import numpy as np

a = np.arange(6)
rows = np.array([0, 5, 2])
print(a[rows])
rows[1] = 6
print(a[rows])
