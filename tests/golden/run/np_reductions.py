import numpy as np

a = np.array([[3, 1, 4], [1, 5, 9]])
print(a.sum(), a.sum(axis=0), a.sum(axis=1), a.sum(axis=-1), np.sum(a, axis=0), a.prod(), a.prod(axis=0))
print(a.sum(keepdims=True), a.sum(axis=1, keepdims=True), a.mean(axis=1, keepdims=True), a.max(axis=0, keepdims=True))
print(a.max(), a.max(axis=1), a.min(axis=0), a.mean(), a.mean(axis=0), np.amax(a), np.amin(a), np.ptp(a))
print(np.ptp(a, axis=0))
print(a.std(), a.var(), a.var(axis=0), a.var(ddof=1), np.std(a, axis=1, ddof=1))
print(a.argmax(), a.argmin(), a.argmax(axis=0), a.argmin(axis=1), np.array([2, 2, 1]).argmax())
print(a.any(), a.all(), (a > 1).all(axis=0), (a > 4).any(axis=1), np.count_nonzero(a == 1))
print(np.count_nonzero(a > 2, axis=0))
print(a.cumsum(), a.cumsum(axis=0), a.cumsum(axis=1), a.cumprod(axis=1), np.cumprod([1, 2, 3]))
t = np.arange(24).reshape(2, 3, 4)
print(t.sum(axis=(0, 2)), t.sum(axis=(1, 2), keepdims=True).shape, t.max(axis=0), t.mean(axis=(0, 1)))
print(t.std(axis=2)[0])
print(np.median(a), np.median(a, axis=0), np.median(a, axis=1), np.average([1, 2, 3], weights=[3, 1, 0]))
print(np.percentile(np.arange(11), 30), np.percentile([1, 2, 3, 4], [25, 50, 75]), np.quantile([1.0, 3.0], 0.25))
print(np.sum([]), np.prod([]), np.zeros((0, 3)).sum(axis=0), np.zeros((2, 0)).sum(axis=1), np.sum(5), np.max([[7]]))
print(max(a[0]), min(a[1]), sum(a), a.trace(), type(a.sum()), type(a.mean()), np.array(3.5).sum())
try:
    print(np.max(np.array([])))
except ValueError as e:
    print("ValueError:", e)
