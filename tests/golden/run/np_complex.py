import numpy as np

z = np.array([1 + 2j, -3j, 4, 0.5 - 0.5j])
w = np.array([1j, 2, 1 - 1j, -1])
print(z, z.dtype)
print(z + w, z - 1, z * w, z / w, z ** 2)
print(z.real, z.imag, np.abs(z), np.angle(w).round(6), z == z, z != w)
z.real = 7
z.imag[1:3] = 0
z[3] = 2j
print(z, z.sum(), z.mean(), z.prod(), np.cumsum(z), z.conj())
print(np.dot(z, w), np.vdot(z, w), z @ w, np.outer(z[:2], w[:2]), z.astype(np.complex64).dtype, np.abs(z).dtype)
print(np.sqrt(np.array([-4 + 0j, 2j])), np.exp(1j * np.pi * np.array([0.5, 1.0])).round(6), np.isreal(z))
print(np.iscomplexobj(z), np.conjugate(1 + 2j))
print(np.zeros(2, dtype=complex), np.array([1, 2j]), np.array([1 + 1j], dtype=np.complex64))
print(np.arange(2) + 1j, 1j * np.arange(3), np.array([[1, 1j], [2j, 2]]))
print(np.array([1e-10 + 1j]), np.array([1.5 + 1e10j, -2 - 1j]))
print(np.array([np.nan + 1j, complex(np.inf, -np.inf)]), np.array([0.1 + 1 / 3 * 1j]))
m = np.complex128(3 - 4j)
print(m, abs(m), m.real, m.conjugate(), m * 2, m + 1j, [m], repr(m), complex(m), f"{m}", m == 3 - 4j)
print(np.complex64(0.1 + 0.2j), np.sqrt(m))
H = np.array([[2, 1j], [-1j, 3]])
print(np.allclose(H, H.conj().T), np.linalg.eigvalsh(H).round(6), np.trace(H))
print(np.allclose(np.linalg.inv(H) @ H, np.eye(2)))
