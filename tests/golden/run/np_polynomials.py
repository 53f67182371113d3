import numpy as np

print(np.polyval([1, 2, 3], 2), np.polyval([1.0, 0.0], [1, 2]), np.polyadd([1, 2], [3]))
print(np.polysub([1, 2, 3], [1]), np.polymul([1, 1], [1, -1]))
print(np.polydiv([1.0, 0.0, -1.0], [1.0, 1.0]), np.polyder([3, 2, 1]), np.polyder([1, 0, 0, 0], 2))
print(np.polyint([2.0, 1.0]), np.poly([1, -1]))
x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
y = 2 * x ** 2 - 3 * x + 1.5
print(np.polyfit(x, y, 2).round(6), np.polyfit(x, y, 1).round(6), np.roots([1, -3, 2]).round(6))
print(np.sort(np.roots([2, -4, -6])).round(6))
p = np.poly1d([1, 0, -2])
print(p(3), p.roots.round(6), p.order, p.coeffs, p.deriv().coeffs, (p * p).coeffs)
