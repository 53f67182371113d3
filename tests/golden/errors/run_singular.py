import numpy as np

a = np.array([[1.0, 2.0], [2.0, 4.0]])
print(np.linalg.matrix_rank(a))
print(np.linalg.inv(a))
