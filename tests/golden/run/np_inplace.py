import numpy as np

c = np.arange(3.0)
c += 1
c *= [1, 2, 3]
c -= 0.5
c /= 2
c **= 2
print(c)
c //= 0.25
c %= 5
print(c, -c, +c, abs(-c), 10 - c, 1 / (c + 1), c // 2)
i = np.arange(3)
i += 2
i *= 3
i -= 1
i //= 2
i %= 4
i <<= 2
i |= 1
i ^= 3
i &= 14
i >>= 1
print(i, i.dtype, 2 ** np.arange(4), 7 % np.array([2, 3, 4]), -7 // np.array([2, 3]))
m = np.arange(12).reshape(3, 4)
m[1] += 100
m[:, 0] *= -1
m[m > 100] -= 1
m[0, 1:] = m[2, :-1]
m[::2] //= 2
print(m)
a = np.ones(4, dtype=np.float32)
a += 0.1
a[1:] += a[:-1]
print(a, a.dtype)
b = a
b *= 2
d = a * 1
d *= 2
print(a, b is a, d)
a = a + 1
print(a, b)
x = np.arange(5)
y = x[::-1]
x += y
print(x, y)
x[1:] -= x[:-1]
print(x)
try:
    x += 0.5
except TypeError as e:
    print("TypeError:", str(e)[:40])
