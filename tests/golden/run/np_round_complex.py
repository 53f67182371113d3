# Rounding complex numbers: the parts by themselves.
import numpy as np

z = np.array([-3 + 0j, 2.3456 - 1.9999j, -0.00001 + 7j]) ** 2
print(z, np.round(z, 3), np.round(z, -1), np.round(z))
print(np.round(z.astype(np.complex64), 2), np.round(z[0], 4), np.round(np.complex64(1.256 - 0.001j), 2))
print(np.round(z.reshape(3, 1), 1), z.round(2))
print(np.round(2.345 - 0.001j, 2))
print(np.rint(z), np.rint(z[0]), np.rint(z.astype(np.complex64)))
