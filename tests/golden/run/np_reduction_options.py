import numpy as np

a = np.array([[3, 1, 4], [1, 5, 9]])
print(np.sum(a, dtype=np.float64), a.sum(dtype=np.int8), np.mean(a, dtype=np.float32), np.prod(a, dtype=np.int16))
for v in (np.array([True, True]), np.array([100, 100], dtype=np.int8), np.array([200, 100], dtype=np.uint8),
          np.array([1, 2], dtype=np.int32), np.array([1, 2], dtype=np.uint64), np.array([1, 2], dtype=np.float32)):
    print(v.dtype, v.sum(), v.sum().dtype, v.mean(), v.mean().dtype, v.max().dtype, v.cumsum().dtype, v.prod().dtype)
print(a.sum(initial=100), a.max(initial=50), np.sum(a, where=a > 2))
print(np.max(a, axis=1, where=a < 5, initial=-1), np.mean(a, where=a != 9))
out = np.zeros(3)
np.sum(a, axis=0, out=out)
print(out, np.add.reduce(a), np.maximum.reduce(a, axis=1), np.multiply.reduce([1, 2, 3, 4]))
print(np.minimum.reduce(a, axis=None))
print(np.average(a, axis=0), np.average(a, axis=1, weights=[1, 1, 2]), np.percentile(a, 50, axis=1))
print(np.cov([1, 2, 4], [1, 3, 3]))
print(np.quantile([1, 2, 3, 4, 5], 0.3, method="lower"), np.percentile([1, 2, 3, 4], 40, method="nearest"))
