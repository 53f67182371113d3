import numpy as np

a = np.arange(10)
print(a.reshape(2, 5))
print(a.reshape(3, 4))
