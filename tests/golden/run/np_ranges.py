import numpy as np

print(np.arange(5), np.arange(2, 8), np.arange(0, 10, 3), np.arange(5, 0, -1), np.arange(5, 0))
print(np.arange(0, 1, 0.25), np.arange(1.0, 4.0), np.arange(0.0, 1.0, 0.3), np.arange(3, dtype=float))
print(np.arange(3, dtype=np.uint8), np.arange(-2, 2))
for r in (
    np.arange(3), np.arange(3.0), np.arange(0, 1, 0.5), np.arange(3, dtype="f4"), np.linspace(0, 1, 3),
    np.linspace(0, 10, 3, dtype=int), np.zeros(2), np.ones(2, dtype=int), np.full(2, 7), np.full(2, 7.0),
    np.full(2, True), np.eye(2), np.identity(2, dtype=int), np.logspace(0, 2, 3)
):
    print(r.dtype, end=" ")
print()
print(np.linspace(0, 1, 5), np.linspace(1, 2, 4, endpoint=False), np.linspace(5, -5, 3), np.linspace(0, 1, 1))
print(np.linspace(0, 10, 4, dtype=int), np.linspace(0, 1, 0), np.linspace(2, 3, 3, retstep=True))
print(np.logspace(0, 3, 4), np.logspace(0, 4, 3, base=2), np.geomspace(1, 1000, 4), np.linspace([0, 10], [1, 20], 3))
print(np.zeros((2, 3)), np.ones((2, 2), dtype=np.int8), np.full((2, 2), 3.5), np.full_like(np.arange(3), 9))
print(np.zeros_like(np.ones((1, 2), dtype=int)), np.ones_like([1.5, 2]), np.empty((0, 2)).shape)
print(np.empty_like(np.arange(3)).shape)
print(np.eye(3, k=1, dtype=int), np.eye(2, 3), np.diag([1, 2]), np.diag([1, 2], k=-1), np.tri(3, dtype=int))
print(np.vander([1, 2, 3], 3), np.tril(np.ones((3, 3), dtype=int), -1), np.triu(np.arange(4).reshape(2, 2)))
print(np.identity(2))
print(np.array([[1, 2], [3, 4]]), np.array([1, 2, 3], ndmin=2).shape, np.array([(1, 2), (3, 4)]).shape)
print(np.array([[]]).shape, np.array([[[1]]]).ndim, np.array(5).ndim)
print(np.fromfunction(lambda i, j: i * 10 + j, (2, 3)))
print(np.array([[i * j for j in range(3)] for i in range(3)]))
print(np.fromiter((x * x for x in range(4)), dtype=int))
print(len(np.arange(0, 1, 0.1)), np.arange(0, 1, 0.1)[3], np.arange(1, 2, 0.25).sum(), np.arange(10)[::-3])
print(np.arange(6).reshape(2, 3), np.arange(2 ** 40, 2 ** 40 + 2), np.arange(0.5, 3), np.r_[1:4, 0, 7])
print(np.c_[[1, 2], [3, 4]], np.indices((2, 3)).shape, np.repeat(3, 4), np.tile([1, 2], 2))
