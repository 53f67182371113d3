# numpy.linalg: norms along axes, products of several matrices.
import numpy as np


def outer(x1, x2):
    return np.outer(x1, x2)


def cross(x1, x2, axis):
    return np.cross(x1, x2, axis=axis)


def vecdot(x1, x2, axis):
    return np.sum(np.conj(np.asarray(x1)) * np.asarray(x2), axis=axis)


def trace(x, offset, dtype):
    return np.sum(np.diagonal(np.asarray(x), offset, -2, -1), axis=-1, dtype=dtype)


def matrix_transpose(x):
    return np.swapaxes(np.asarray(x), -1, -2)


def abs_squares(x):
    if x.dtype.kind == 'c':
        return (np.conj(x) * x).real
    return x * x


def as_inexact(a):
    x = np.asarray(a)
    if x.dtype.kind == 'f' or x.dtype.kind == 'c':
        return x
    return x.astype(np.float64)


def norm_axes(a, ord, axis, keepdims):
    x = as_inexact(a)
    if axis is None:
        return np.reshape(np.linalg._norm_all(x, ord), (1,) * x.ndim)
    if isinstance(axis, tuple):
        if len(axis) == 1:
            return norm_vectors(x, ord, axis[0], keepdims)
        return norm_matrices(x, ord, axis[0], axis[1], keepdims)
    return norm_vectors(x, ord, axis, keepdims)


def norm_vectors(x, ord, axis, keepdims):
    if ord is None:
        return np.sqrt(np.sum(abs_squares(x), axis=axis, keepdims=keepdims))
    if ord == np.inf:
        return np.max(np.abs(x), axis=axis, keepdims=keepdims)
    if ord == -np.inf:
        return np.min(np.abs(x), axis=axis, keepdims=keepdims)
    if ord == 0:
        return np.sum((x != 0).astype(np.abs(x).dtype), axis=axis, keepdims=keepdims)
    if ord == 1:
        return np.sum(np.abs(x), axis=axis, keepdims=keepdims)
    if ord == 2:
        return np.sqrt(np.sum(abs_squares(x), axis=axis, keepdims=keepdims))
    return np.sum(np.abs(x) ** ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def norm_matrices(x, ord, row, col, keepdims):
    if ord is None or ord == 'fro':
        return np.sqrt(np.sum(abs_squares(x), axis=(row, col), keepdims=keepdims))
    m = np.moveaxis(np.moveaxis(x, row % x.ndim, -1), col % x.ndim - (1 if col % x.ndim > row % x.ndim else 0), -1)
    if ord == 'nuc':
        r = np.sum(np.linalg.svdvals(m), axis=-1)
    elif ord == 1:
        r = np.max(np.sum(np.abs(m), axis=-2), axis=-1)
    elif ord == -1:
        r = np.min(np.sum(np.abs(m), axis=-2), axis=-1)
    elif ord == np.inf:
        r = np.max(np.sum(np.abs(m), axis=-1), axis=-1)
    elif ord == -np.inf:
        r = np.min(np.sum(np.abs(m), axis=-1), axis=-1)
    elif ord == 2:
        r = np.max(np.linalg.svdvals(m), axis=-1)
    elif ord == -2:
        r = np.min(np.linalg.svdvals(m), axis=-1)
    else:
        raise ValueError("Invalid norm order for matrices.")
    if keepdims:
        return np.expand_dims(r, (row, col))
    return r


def vector_norm(x, axis, keepdims, ord):
    v = as_inexact(x)
    if axis is None:
        return np.linalg.norm(v.reshape(-1), ord)
    return np.linalg.norm(v, ord, axis, keepdims)


def matrix_norm(x, keepdims, ord):
    return norm_axes(x, ord, (-2, -1), keepdims)


def multi_dot(arrays, out):
    n = len(arrays)
    if n < 2:
        raise ValueError("Expecting at least two arrays.")
    if isinstance(arrays, tuple):
        if n == 2:
            return np.dot(arrays[0], arrays[1])
        if n == 3:
            return dot_three(np.asarray(arrays[0]), np.asarray(arrays[1]), np.asarray(arrays[2]))
        return multi_dot((dot_three(np.asarray(arrays[0]), np.asarray(arrays[1]), np.asarray(arrays[2])),) + arrays[3:], out)
    if n == 2:
        return np.dot(arrays[0], arrays[1])
    if n == 3:
        return dot_three(arrays[0], arrays[1], arrays[2])
    return dot_chain(arrays, chain_order(arrays), 0, n - 1)


# The cheaper of (ab)c and a(bc).
def dot_three(a, b, c):
    rows = 1 if a.ndim == 1 else a.shape[0]
    cols = 1 if c.ndim == 1 else c.shape[1]
    left = rows * b.shape[0] * b.shape[1] + rows * b.shape[1] * cols
    right = b.shape[0] * b.shape[1] * cols + rows * b.shape[0] * cols
    if left < right:
        return np.dot(np.dot(a, b), c)
    return np.dot(a, np.dot(b, c))


# Where to split a product of matrices: Cormen, Leiserson, Rivest, Stein, matrix-chain order.
def chain_order(arrays):
    n = len(arrays)
    p = np.empty(n + 1, np.int64)
    for i in range(n):
        p[i] = arrays[i].shape[0]
    p[n] = arrays[n - 1].shape[1]
    cost = np.zeros((n, n))
    split = np.zeros((n, n), np.int64)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j] = np.inf
            for k in range(i, j):
                q = cost[i, k] + cost[k + 1, j] + p[i] * p[k + 1] * p[j + 1]
                if q < cost[i, j]:
                    cost[i, j] = q
                    split[i, j] = k
    return split


def dot_chain(arrays, split, i, j):
    if i == j:
        return arrays[i]
    return np.dot(dot_chain(arrays, split, i, int(split[i, j])), dot_chain(arrays, split, int(split[i, j]) + 1, j))


def tensorinv(a, ind):
    x = np.asarray(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    tail = x.shape[ind:]
    n = 1
    for k in tail:
        n *= k
    return np.linalg.inv(x.reshape((n, -1))).reshape(tail + x.shape[:ind])
