import numpy as np

print(np.array([1.0, 2.5, -3.25]), np.array([0.1, 0.2, 0.3]), np.array([1e-3, 1.0]), np.array([1e-5, 1.0]), np.array([123456.0, 0.5]))
print(np.array([1e8, 1.0]), np.array([1e7, 1.0]), np.array([99999999.0, 0.5]), np.array([1e16]), np.array([1e15, 1.5]), np.array([1e-4]), np.array([1e-5]))
print(np.array([1 / 3, 2 / 3]), np.array([1 / 3, 100.0]), np.array([12345.678901234]), np.array([0.1 + 0.2]), np.array([1.0, 1e-10]), np.array([1000.0, 0.001]))
print(np.array([0.0, -0.0]), np.array([-1.0, 1.0]), np.array([1e300, 1e-300]), np.array([5e-324]), np.array([1.7976931348623157e308]), np.array([np.pi, np.e, np.sqrt(2)]))
print(np.array([np.nan, 1.0]), np.array([np.inf, -np.inf, 1.5]), np.array([np.nan]), np.array([np.inf]), np.array([np.nan, 123.456, -np.inf]), np.array([1e10, np.nan]))
print(np.array([0.5, 10.25, 100.125]), np.array([[1.0, 22.5], [333.25, 4.0]]), np.array([[1e-8, 1.0], [2.0, 3.0]]), np.array([[1.0], [-10.0]]))
print(np.array([1.5, 2.5], dtype=np.float32), np.array([0.1, 1 / 3], dtype=np.float32), np.array([1e-5, 1e5], dtype=np.float32), np.array([16777216.0, 1.5], dtype=np.float32), np.array([3.4e38], dtype=np.float32))
print(np.array([0.1, 1 / 3, 1000], dtype=np.float16), np.array([65504], dtype=np.float16), np.float32(np.pi) * np.ones(2, dtype=np.float32), np.arange(5, dtype=np.float32) / 7)
print(np.array([2.0]) ** np.arange(-3, 4), np.array([10.0]) ** np.arange(-3, 4), 1.1 ** np.arange(12))
print(np.array(3.14159), np.array([]), np.array([[]]), np.zeros((0, 2)), np.zeros((1, 0, 2)).shape, np.zeros((2, 1, 2)))
print(np.array([1.23456789012, 0.00000012345]), np.array([1234567.891, 0.1]), np.array([1e3, 1e4, 1e5]), np.array([1.0, 10.0, 1e9]), np.array([0.00012, 123.0]), np.array([0.99999999999]))
print(np.array([1.0, 1.00000001]), np.array([1.0, 1.000000001]), np.array([1.1, 1.11, 1.111]), np.array([9.9999, 99.999]), np.array([0.05, 0.005]), np.array([1e2, 1e-2, -1e3]))
