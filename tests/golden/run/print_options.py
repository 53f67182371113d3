import numpy as np

a = np.array([np.pi, 1e-6, 12345.6789, -0.5])
np.set_printoptions(precision=3)
print(a, np.array([1 / 3, 2.0]), np.float64(1 / 3), np.array([1.0, 2.0]))
np.set_printoptions(precision=3, suppress=True)
print(a, np.array([1e-10, 1.0]), np.array([1e10, 1.0]), np.eye(2) / 3)
np.set_printoptions(precision=8, suppress=False)
print(a)
np.set_printoptions(linewidth=40)
print(np.arange(20), np.linspace(0, 1, 9))
np.set_printoptions(linewidth=75, threshold=10)
print(np.arange(12), np.arange(10), np.ones((4, 4)))
np.set_printoptions(threshold=10, edgeitems=1)
print(np.arange(12), np.arange(30).reshape(5, 6))
np.set_printoptions(threshold=1000, edgeitems=3)
with np.printoptions(precision=2, suppress=True):
    print(a, a * 100)
print(a)
np.set_printoptions(precision=4, suppress=True, linewidth=60)
m = np.arange(12).reshape(3, 4) ** 3 / 7
print(m)
print(np.round(m, 1), m.astype(int), m.astype(np.float32))
