import numpy as np

b = np.array([True, False, True, True])
print(b.sum(), b.mean(), ~b, b & True, b | b, b ^ b, b * 1.5, b + 1, b.astype(np.uint8), b.any(), b.all())
print(b.argmax(), np.cumsum(b))
print(b.dtype, np.flatnonzero(b), b.tolist(), b[::-1], np.logical_not(b), b == 1, np.where(b, 1, 0))
print(np.invert(b), sum(b), not b[1], b.min(), np.diff(b))
p, q = np.array([False, False, True, True]), np.array([False, True, False, True])
for name, f in (("and", np.logical_and), ("or", np.logical_or), ("xor", np.logical_xor)):
    print(name, f(p, q), f(p, q).astype(int))
print(p < q, p <= q, p == q, np.minimum(p, q), np.maximum(p, q), p @ q, np.array_equal(p & ~q, p > q))
print(all(p | ~p), any(p & ~p))
print(np.bool_(False) == False, bool(np.array([1])), np.any(p, keepdims=True))
print(p.reshape(2, 2) | q.reshape(2, 2), np.bool_(True) and 5)
if p.any() and not p.all():
    print("mixed", "yes" if p[2] else "no", [int(v) for v in q], p.dtype == bool, p.nonzero())
count = 0
for v in p ^ q:
    if v:
        count += 1
print(count, np.logical_and([1, 0, 2], [1, 1, 0]), np.logical_or(0.0, 0.5), (np.array([1, 2, 3]) > 1) * 10)
print(np.sum([[True, False], [True, True]], axis=0))
