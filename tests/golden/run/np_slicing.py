import numpy as np

a = np.arange(10)
print(a[2:7], a[:3], a[7:], a[-3:], a[:-7], a[::2], a[::-1], a[8:2:-2], a[5:5], a[20:], a[-100:3], a[::-4])
m = np.arange(24).reshape(4, 6)
print(m[1], m[-1, -1], m[1, 2:5], m[:, 0], m[::2, 1::3])
print(m[1:3, ::-1])
print(m[::-1, ::-2])
print(m[..., 2], m[2, ...], m[1:2].shape, m[1:2, 3].shape, m[:, 3:4].shape, m[3:1].shape)
s = slice(1, 8, 3)
print(a[s], m[:, s], a[slice(None, 4)], a[slice(-2, None)])
t = np.arange(60).reshape(3, 4, 5)
print(t[1, 2, 3], t[0, :, 1], t[:, 1, 1:3], t[..., 0].shape, t[1, ..., ::2].shape, t[-1][-1][-1])
print(t[:, None, 0].shape, t[np.newaxis].shape, a[:, None].shape, a[None, :, None].shape)

# writing through views
b = a.copy()
b[2:5] = 100
b[::3] = [-1, -2, -3, -4]
b[-2:] += 1000
print(b)
v = m[1:3, 1:4]
v[:] = 0
v[0, 1] = 99
m[0] = np.arange(6)[::-1]
m[:, -1] = 7
print(m)
m[2:] *= -1
m[1::2, ::2] = m[::2, ::2]
print(m)
c = np.zeros((3, 3), dtype=int)
c[1] = 5
c[:, 1] = [1, 2, 3]
c[0, :] += c[2, :]
c[2, 1:] = c[2, :2]
print(c)
x = np.arange(6.0)
x[1:] = x[:-1]
x[:3] = x[:3][::-1] + 10
print(x)
y = np.arange(8)
y[2:] += y[:-2]
print(y, y[1:-1][::2], y[::2][1], (y[1:] - y[:-1]))
for row in m[1:, :2]:
    print(row, end=" ")
print(len(m), len(m[0]), m[0].base is not None, m.T[2], m.T[1:3, 0])
