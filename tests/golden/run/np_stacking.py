import numpy as np

m = np.arange(12).reshape(3, 4)
print(np.concatenate(([1, 2], [3])), np.concatenate((m, m[:1])), np.concatenate((m, m), axis=1).shape)
print(np.concatenate((m, [[9], [9], [9]]), axis=1), np.concatenate([m, m], axis=None).shape)
print(np.concatenate(([1], [2.5])))
print(np.vstack(([1, 2], [3, 4])), np.hstack(([1, 2], [3])), np.hstack((m, m[:, :1])), np.vstack((m[:1], m[2:])))
print(np.stack(([1, 2], [3, 4])), np.stack(([1, 2], [3, 4]), axis=1), np.column_stack(([1, 2], [3, 4])))
print(np.dstack(([1, 2], [3, 4])).shape)
print(np.split(np.arange(6), 3), np.array_split(np.arange(7), 3), np.split(np.arange(6), [2, 5])[1])
print(np.hsplit(m, 2)[1], np.vsplit(m, 3)[0], np.block([[np.eye(2), np.zeros((2, 1))], [np.ones((1, 3))]]))
print(np.tile([[1, 2]], (2, 2)), np.tile([0, 1], 3), np.repeat([1, 2], [2, 3]))
print(np.repeat(m[:2, :2], 2, axis=1), np.repeat(3, 4))
print(np.r_[1:4, 0, 7], np.c_[[1, 2], [3, 4]], np.resize([1, 2, 3], 5))
parts = [np.full(k, k) for k in range(1, 4)]
print(np.concatenate(parts), np.array([p.sum() for p in parts]), np.vstack([np.arange(3) + k for k in range(3)]))
try:
    np.concatenate((m, m[:, :2]))
except ValueError as e:
    print("ValueError:", e)
