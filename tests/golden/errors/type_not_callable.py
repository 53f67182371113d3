import numpy as np

total = np.arange(4).sum()
print(total())  # error
