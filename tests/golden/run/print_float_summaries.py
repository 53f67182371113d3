import numpy as np

print(np.linspace(0, 1, 1001))
print(np.arange(1500.0))
print(np.linspace(-1, 1, 2000).reshape(40, 50))
print(np.arange(2000.0).reshape(2, 1000) / 8)
print(np.ones((1001, 2)))
print(np.ones((2, 1001)) * 0.5)
x = np.arange(1100.0)
x[500] = 1e-9
print(x)
x[0] = 1e-9
print(x)
x[1] = np.nan
x[-1] = np.inf
print(x)
print(np.linspace(0, 100, 60))
print(np.sqrt(np.arange(20)))
print(np.sqrt(np.arange(12)).reshape(3, 4))
print(np.exp(np.arange(0.0, 21.0, 4.0)))
print((np.arange(27.0).reshape(3, 3, 3) - 13) / 4)
print(np.zeros((3, 30)))
print(np.full((2, 3), 1e-7), np.full((2, 2), 123456789.0))
print(np.eye(3) * 1e5, np.diag([1e-3, 1.0, 1e3]))
