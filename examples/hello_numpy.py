"""The first ten minutes with arrays: create, compute, reduce, index."""
import numpy as np

a = np.arange(12)
m = a.reshape(3, 4)
print("a =", a)
print(m)
print("shape", m.shape, "ndim", m.ndim, "size", m.size, "dtype", m.dtype)

print("m * 2 + 1")
print(m * 2 + 1)
print("columns sum to", m.sum(axis=0), "and rows to", m.sum(axis=1))
print("mean %.3f, largest %d at flat index %d" % (m.mean(), m.max(), m.argmax()))

even = m[m % 2 == 0]
print("even numbers:", even)
print("last column:", m[:, -1], "every other row:")
print(m[::2])

x = np.linspace(0.0, 1.0, 5)
print("x =", x)
print("x squared =", x ** 2)
print("x @ x =", x @ x)

m[1] = 0                      # rows are views: the array changes
m[:, 2] += 100
print(m)
print("a saw it too:", a)
