"""Views that overlap: NumPy's whole-array operations read before they write, loops do not."""
import numpy as np

n = 20_000


def show(name, a):
    print(name, a[:6], a[-4:], int(a.sum()))


a = np.arange(n)
a[1:] = a[:-1]
show("shift by slices", a)

a = np.arange(n)
for i in range(1, n):
    a[i] = a[i - 1]
show("shift by a loop", a)

a = np.arange(n)
a[1:] += a[:-1]
show("slice sum", a)

a = np.arange(n)
a[:] = a[::-1]
show("reverse", a)

a = np.arange(n)
a[: n // 2] = a[n // 2:][::-1] + a[: n // 2]
show("halves", a)

a = np.arange(n)
b = a[5:]
b[:] = a[:-5] * 2
show("through a view", a)


def add_shifted(dst, src):
    for i in range(len(src)):
        dst[i] = (src[i] * 3 + 1) % 1009


a = np.arange(n)
add_shifted(a[1:], a[:-1])
show("aliased arguments", a)
a = np.arange(n)
add_shifted(a[:-1], a[1:])
show("aliased the other way", a)
a, c = np.arange(n), np.zeros(n, dtype=np.int64)
add_shifted(c, a)
show("separate arguments", c)

m = np.arange(144 * 144).reshape(144, 144)
m[:] = m.T
print("transpose onto itself", m[0, :4], m[:4, 0], int(np.trace(m)), int((m * np.arange(144)).sum()))
m += m.T
print("plus its transpose", np.array_equal(m, m.T), int(m[3, 7]), int(m.sum()))

a = np.arange(n)
s = a[::2]
s += a[1::2]
show("interleaved", a)
a = np.arange(12)
a[2:8] = a[:6] + a[6:]
a[a > 9] = a[0]
print(a)
row = np.broadcast_to(np.arange(4), (3, 4))
print(row.sum(), (row + 1)[2], row.copy()[0])
x = y = np.zeros(3)
x += 1
y = y + 1
print(x, y)
