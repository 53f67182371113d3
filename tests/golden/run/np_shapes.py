import numpy as np

a = np.arange(12)
m = a.reshape(3, 4)
print(m.shape, m.T.shape, a.reshape(2, -1), a.reshape((2, 3, 2)).shape, a.reshape(-1, 6).shape)
print(np.reshape(a, (4, 3))[1])
print(m.ravel(), m.flatten()[:3], m.ravel("F"), a.reshape(3, 4, order="F"), m.T.ravel(), m.T.flatten("F"))
print(m.size, m.ndim, m.nbytes, m.itemsize, m.strides, m.T.strides, m[::2].strides, len(m))
print(m.flags["C_CONTIGUOUS"], m.T.flags["C_CONTIGUOUS"], m.T.flags.f_contiguous, m[:, 1].flags.c_contiguous)
print(m.T, np.transpose(m).shape, m.swapaxes(0, 1).shape, np.moveaxis(np.zeros((2, 3, 4)), 0, 2).shape)
print(np.zeros((2, 3, 4)).transpose(1, 2, 0).shape)
print(np.expand_dims(a, 0).shape, a[:, np.newaxis].shape, np.squeeze(np.zeros((1, 3, 1))).shape)
print(np.atleast_1d(5), np.atleast_2d([1, 2]), np.atleast_3d([1]).shape)
v = m.view()
v[0, 0] = 100
c = m.copy()
c[0, 0] = -1
print(a[0], m[0, 0], np.shares_memory(a, m), np.shares_memory(m, c), m.base is a, np.array_equal(m, v))
print(np.array_equiv([1, 1], 1))
for row in m:
    print(row, end=";")
for x in m.flat:
    if x > 8:
        print(x, end=",")
print(list(m.flat)[:2], m.flat[5], [x + 1 for x in m[0]])
try:
    a.reshape(5, 3)
except ValueError as e:
    print("ValueError:", e)
