import numpy as np

x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
y = 2 * x ** 2 + 1
print(np.interp(1.5, x, y), np.interp([-1, 0.5, 5], x, y), np.interp([-1, 5], x, y, left=0, right=-1))
print(np.interp(2.5, [1, 2, 3], [10.0, 20.0, 10.0]))
print(np.diff(y), np.diff(y, n=2), np.gradient(y), np.gradient(y, 2.0))
print(np.gradient(np.array([[1.0, 2.0], [4.0, 8.0]]))[0])
print(np.trapezoid(y, x), np.trapezoid(y, dx=0.5), np.cumsum(y), np.cumsum(y) / np.arange(1, 6))
print(np.convolve([1, 2, 3], [0, 1, 0.5]), np.convolve([1, 2, 3], [1, 1], "same"))
print(np.convolve([1, 2, 3], [1, 1], "valid"), np.correlate([1, 2, 3], [0, 1, 0.5]))
print(np.corrcoef(x, y).round(6), np.cov(x, y).round(6), np.cov(x), np.correlate(x, x), np.hanning(5))
print(np.hamming(3).round(6), np.bartlett(5))
nodes, weights = np.polynomial.legendre.leggauss(3)
print(nodes.round(6) + 0.0, weights.round(6), (weights * nodes ** 4).sum().round(9), np.vander([1, 2], 3))
