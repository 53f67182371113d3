import numpy as np

a = np.arange(4)
print(a)
print(np.summ(a))  # error
