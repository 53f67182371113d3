import numpy as np

a = np.array([1, 2, 3])
for k in (2, -1):
    print(a ** k)
