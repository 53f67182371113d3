import numpy as np

m = np.zeros((2, 3))
m[0] = [1, 2, 3]
m[1] = [1, 2]
print(m)
