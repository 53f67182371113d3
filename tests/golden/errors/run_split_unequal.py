import numpy as np

print(np.split(np.arange(6), 2))
print(np.split(np.arange(7), 2))
