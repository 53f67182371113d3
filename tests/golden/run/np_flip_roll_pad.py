import numpy as np

a = np.arange(6)
m = np.arange(12).reshape(3, 4)
print(np.flip(m), np.flip(m, axis=1)[0], np.fliplr(m)[0], np.flipud(m)[0])
print(np.rot90(m), np.rot90(m, 2)[0], np.rot90(m, k=-1)[0])
print(np.roll(a, 2), np.roll(a, -1), np.roll(m, 1, axis=1), np.roll(m, -1, axis=0)[0])
print(np.roll(m, (1, 1), axis=(0, 1))[0], np.roll(m, 5)[0])
print(np.pad([1, 2], 1), np.pad([1, 2, 3], (2, 1), mode="edge"), np.pad(m[:2, :2], 1, constant_values=9))
print(np.pad([1, 2, 3], 2, mode="reflect"), np.pad([1, 2, 3], 2, mode="wrap"))
print(np.pad([1, 2, 3], 2, mode="symmetric"), np.pad([[1]], ((0, 1), (1, 0))))
print(np.diff(a), np.diff([1, 4, 9, 16], 2), np.diff(m, axis=0), np.diff([1, 5], prepend=0))
print(np.ediff1d([1, 3, 6]), np.trim_zeros([0, 0, 1, 2, 0]))
print(np.lib.stride_tricks.sliding_window_view(a, 3), np.tril(m), np.triu(m, 1), np.diagonal(m), np.diag(m, k=-1))
