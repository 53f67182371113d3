import numpy as np

a = np.arange(6)
print(a.length)  # error
