# An array's rank is part of its type, so ndarray.resize cannot change a variable in place.
import numpy as np

a = np.arange(12).reshape(3, 4)
a.resize((2, 6))
print(a)
