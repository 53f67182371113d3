import numpy as np
a = np.arange(6)
b = a
c = a[:]
d = a.copy()
b[0] = 100
c[1] = 200
d[2] = 300
print(a, b, c, d, b is a, np.shares_memory(a, c), np.may_share_memory(a, d))
def change(v):
    v[0] = -1
    v = v + 1
    return v
print(change(a), a)
def change2(v):
    v += 1
    return v
print(change2(a) is a, a)
e = a.reshape(2, 3)
e[0] = [9, 9, 9]
f = a.flatten()
f[:] = 0
g = a.ravel()
g[-1] = 77
print(a, e, f)
rows = e[[0]]
rows[:] = 0
print(e)
t = e.T
t[0, 1] = -5
print(e, t.flags["C_CONTIGUOUS"], t.strides, e.strides)
h = e[::-1, ::2]
h *= 2
print(e, h)
a.sort()
print(a, np.sort(a)[::-1], a[::-1].argsort())
lst = [a[:2], a[2:4]]
lst[0][0] = 1234
print(a)
a = np.zeros(5, dtype=int)
np.add.at(a, [0, 0, 3], 1)
a[[1, 1, 2]] += 5
print(a)
s = np.zeros((3, 3))
s[np.arange(3), np.arange(3)] = 1
s[np.triu_indices(3, 1)] = 2
s[np.tril_indices(3, -1)] -= 4
print(s, np.trace(s), np.diag(s), s.diagonal(1), np.diag(np.diag(s)))
v = np.arange(10)
v[v % 2 == 0] *= -1
v[2:5], v[5:8] = v[5:8].copy(), v[2:5].copy()
print(v)
v[::2], w = 0, v[1::2].sum()
print(v, w)
v[[0, 1]] = v[[1, 0]]
print(v)
m = np.arange(9).reshape(3, 3)
m[[0, 2]] = m[[2, 0]]
m[:, [0, 1]] = m[:, [1, 0]]
print(m)
m[m > 4] = m[m > 4] // 2
m[1:, 1:] = m[:2, :2]
print(m)
m[...] = 5
m[0][1] = 3
m[1][:] = 0
m[-1] **= 2
print(m)
b = np.ones(3)
b[1:] += b[:-1]
b[::-1] *= [1, 2, 3]
print(b)
c = np.array([1.7, -1.7])
i = c.astype(int)
i[0] = 9.9
print(i, c.astype(np.int8), np.rint(c), np.trunc(c), np.floor(c).astype(int), c.round().astype(int))
q = np.empty((2, 2)); q.fill(3); q[0] = np.nan
print(q, q == q, np.nan_to_num(q))

z = np.array([1 + 2j, -3j, 4, 0.5 - 0.5j])
z.imag[1:3] = 0
z.real += 10
z.imag[[0, 3]] *= 2
z.real[0] = 99
print(z)
class A:
    def __init__(self): self.real = [1, 2]
a = A()
a.real[0] = 5
print(a.real)
v = np.arange(4, dtype=np.int32).view(np.uint8)
print(v.shape, v[:8], v.view(np.int16), v.reshape(4, 4).view("i4").shape, v.view("<i4"))
print(np.float32(1.5).view(np.int32), np.array([1.5]).view(np.int64), np.float64(-0.0).view(np.uint64))
m = np.zeros((2, 3), dtype=np.complex128)
f = m.view(np.float64)
f[:, ::2] = 7
print(m, f.shape)
try:
    print(np.arange(3, dtype=np.int8).view(np.int16))
except ValueError as e:
    print(e)
try:
    print(np.arange(4, dtype=np.int32)[::2].view(np.int8))
except ValueError as e:
    print(e)
a = np.array([[1, 2], [3, 4]], dtype=np.int16)
a //= 2
a <<= 3
a |= 1
a ^= 2
print(a, a.dtype)
f = np.ones(3, dtype=np.float32)
f += 1
f /= 3
f **= 2
f -= np.float64(0.5)
print(f, f.dtype)
b = np.array([True, False, True])
b &= np.array([True, True, False])
b |= False
b ^= True
print(b)
c = np.zeros(2, dtype=complex)
c += 1j
c *= 2 - 1j
c.real += 1
c[0].real
print(c, c.real, abs(c))
u = np.array([250, 5], dtype=np.uint8)
u += 10
u -= np.uint8(20)
print(u, ~u, -u, u >> 1, u * 2, u.astype(np.int16) - 300)
try:
    u += 300
except OverflowError as e:
    print(e)
try:
    u += -1
except OverflowError as e:
    print(e)
try:
    u *= 1.5
except TypeError as e:
    print(e)
try:
    b -= True
except TypeError as e:
    print(e)
try:
    b += 1
except TypeError as e:
    print(e)
x = np.arange(4.0)
y = x
x = x * 2
print(x is y, y)
x[:] = y[::-1]
x[1:3] += [10, 20]
x[x > 10] /= 2
x[[0, 0]] -= 1
print(x, y)
x, y = y, x
print(x, y)
np.multiply(x, 2, out=x)
np.add(x, y, out=y)
print(x, y, np.sqrt(x, out=np.empty(4)))
m = np.zeros((2, 3))
m += [1, 2, 3]
m += [[10], [20]]
m[:, 1] = m[:, 0] + m[:, 2]
m[0] @= np.eye(3)
print(m)
