# Products of vectors and matrices.
import numpy as np


def outer(a, b, out):
    x = np.asarray(a).reshape(-1)
    y = np.asarray(b).reshape(-1)
    r = x[:, None] * y[None, :]
    if out is not None:
        out[...] = r
        return out
    return r


def inner(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    if x.ndim == 0 or y.ndim == 0:
        return x * y
    if y.ndim == 1:
        return np.dot(x, y)
    return np.dot(x, np.moveaxis(y, -1, -2))


def vdot(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    if x.size != y.size:
        raise ValueError(f'cannot reshape array of size {y.size} into shape ({x.size},)')
    return np.dot(np.conj(x.reshape(-1)), y.reshape(-1))


def kron(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    if x.ndim == 0 or y.ndim == 0:
        return x * y
    if x.ndim < y.ndim:
        return kron(x.reshape((1,) * (y.ndim - x.ndim) + x.shape), y)
    if y.ndim < x.ndim:
        return kron(x, y.reshape((1,) * (x.ndim - y.ndim) + y.shape))
    if x.ndim == 1:
        return (x[:, None] * y[None, :]).reshape(-1)
    if x.ndim == 2:
        r = x[:, None, :, None] * y[None, :, None, :]
        return r.reshape((x.shape[0] * y.shape[0], x.shape[1] * y.shape[1]))
    raise ValueError("kron() of more than two dimensions is not supported")


def cross(a, b, axisa, axisb, axisc, axis):
    x = np.asarray(a)
    y = np.asarray(b)
    if axis is not None:
        return cross(x, y, axis, axis, axis, None)
    p = np.moveaxis(x, axisa, -1)
    q = np.moveaxis(y, axisb, -1)
    if p.shape[-1] != 3 or q.shape[-1] != 3:
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors, but they are " + str(p.shape[-1]) + " and " + str(q.shape[-1]) + " dimensional instead.")
    c0 = p[..., 1] * q[..., 2] - p[..., 2] * q[..., 1]
    c1 = p[..., 2] * q[..., 0] - p[..., 0] * q[..., 2]
    c2 = p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0]
    r = np.stack((c0, c1, c2), axis=-1)
    if r.ndim == 1:
        return r
    return np.moveaxis(r, -1, axisc)


def trace(a, offset, axis1, axis2, dtype, out):
    return np.sum(np.diagonal(np.asarray(a), offset, axis1, axis2), axis=-1, dtype=dtype)
