import numpy as np

a = np.arange(5)
for i in range(5)  # error
    print(a[i])
