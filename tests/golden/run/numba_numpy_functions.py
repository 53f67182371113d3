import numpy as np
from numba import njit


@njit
def create(n):
    return (
        np.zeros(n), np.ones((2, n)), np.full(n, 7), np.arange(n), np.linspace(0, 1, n), np.eye(n),
        np.empty(n).size, np.zeros(n, dtype=np.int32), np.zeros_like(np.arange(n)), np.array([1, 2, 3]),
        np.array([[1.0, 2.0], [3.0, 4.0]]), np.identity(2), np.full((2, 2), 0.5)
    )


@njit
def reduce(a):
    return (
        a.sum(), a.mean(), a.std(), a.var(), a.min(), a.max(), a.argmin(), a.argmax(), a.prod(), np.median(a),
        np.ptp(a), np.any(a > 2), np.all(a > 0), np.count_nonzero(a)
    )


@njit
def shapes(a):
    return (
        a.reshape(2, 3), a.reshape((3, 2)).T, a[::-1], np.concatenate((a, a[:2])), np.stack((a, a)),
        np.hstack((a, a)), np.vstack((a, a)), np.repeat(a, 2), np.roll(a, 2), np.flip(a), a.copy(), a.ravel(),
        np.append(a, 9.0), np.column_stack((a, a)), np.split(a, 2)[1]
    )


@njit
def search(a):
    return (
        np.sort(a), np.argsort(a), np.unique(a), np.searchsorted(np.sort(a), 3.0), np.where(a > 2, a, -a),
        np.nonzero(a > 2)[0], np.cumsum(a), np.cumprod(a), np.diff(a), np.clip(a, 1, 3),
        np.bincount(a.astype(np.int64)), np.histogram(a, 3)[0], np.digitize(a, np.array([1.5, 3.5])),
        np.interp(1.5, np.arange(6.0), a)
    )


@njit
def elementwise(a):
    return (
        np.sqrt(a), np.abs(-a), np.maximum(a, 2), np.minimum(a, 2), np.floor(a / 2), np.round(a / 3, 2),
        np.sign(a - 2), np.power(a, 2), np.isnan(a).sum(), np.hypot(a, 0), np.square(a), -a, a % 2, a // 2,
        a == 2
    )


@njit
def matrix(m):
    return (
        m @ m, np.dot(m, m[0]), m.T, np.trace(m), np.linalg.det(m), np.linalg.inv(m),
        np.linalg.solve(m, m[:, 0].copy()), np.outer(m[0], m[1]), m.sum(axis=0), m.sum(axis=1), np.diag(m),
        np.triu(m), np.linalg.norm(m), np.kron(m, m)[0],
        np.cross(np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
    )


for v in create(3):
    print(v)
print("reductions")
for v in reduce(np.array([3.0, 1.0, 2.0])):
    print(v, end=" ")
print()
for v in shapes(np.arange(6.0)):
    print(v)
print("search")
for v in search(np.array([3.0, 1.0, 2.0, 5.0, 1.0, 4.0])):
    print(v)
print("elementwise")
for v in elementwise(np.array([0.0, 1.0, 4.0])):
    print(v)
print("matrix")
for v in matrix(np.array([[2.0, 1.0], [1.0, 3.0]])):
    print(np.round(v, 9))
