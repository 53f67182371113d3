import numpy as np

a = np.arange(5)
for i in range(10):
    a[i] = i * i
print(a)
