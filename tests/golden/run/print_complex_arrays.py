import numpy as np

print(np.array([1 + 2j]), np.array([1j, -1j]), np.array([0.5 - 0.25j, 100 + 1j]), np.array([1e-5 + 1j]))
print(np.array([1e10 + 1e-10j]), np.zeros(2, dtype=complex))
print(np.array([1 + 2j, 3.25 - 4.5j]).reshape(2, 1), np.array([[1, 2j], [3, 4 - 1j]]))
print(np.array([1 / 3 + 2j / 3]), np.array([1 + 0j, -0.0 - 1j]))
print(np.array([complex(np.nan, 1), complex(1, np.inf)]), np.array([1.5 + 2j], dtype=np.complex64))
print(np.arange(3) * (1 + 1j), np.array([], dtype=complex), np.array(2 - 1j))
print(np.exp(2j * np.pi * np.arange(4) / 4).round(3) + 0.0, np.arange(12) * 1j + 0.5)
print(repr(np.array([1 + 2j, -1.5])), repr(np.array([1j], dtype=np.complex64)), [np.array([1j])])
print(repr(np.complex64(1 + 2j)), str(np.complex128(-1j)))
