import numpy as np

a = np.zeros(3, dtype=np.uint8)
a[0] = 255
print(a)
a[1] = 256
