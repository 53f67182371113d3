# Choosing elements by conditions and positions.
import numpy as np


def select(condlist, choicelist, default):
    n = len(condlist)
    if len(choicelist) != n:
        raise ValueError("list of cases must be same length as list of conditions")
    if n == 0:
        raise ValueError("select with an empty condition list is not possible")
    out = np.where(condlist[n - 1], choicelist[n - 1], default)
    for i in range(n - 1):
        out = np.where(condlist[n - 2 - i], choicelist[n - 2 - i], out)
    return out


def choose(a, choices, out, mode):
    x = np.asarray(a)
    n = len(choices)
    if mode == 'raise':
        if np.any(x < 0) or np.any(x >= n):
            raise ValueError("invalid entry in choice array")
    elif mode == 'wrap':
        x = x % n
    else:
        x = np.clip(x, 0, n - 1)
    r = np.where(x == 0, choices[0], choices[n - 1])
    for i in range(1, n - 1):
        r = np.where(x == i, choices[i], r)
    return r


def piecewise(x, condlist, funclist, args):
    v = np.asarray(x)
    y = np.zeros(v.shape, v.dtype)
    if isinstance(condlist, np.ndarray):
        if condlist.ndim == v.ndim:
            return pieces(v, y, (condlist,), funclist, args)
    return pieces(v, y, condlist, funclist, args)


def pieces(v, y, condlist, funclist, args):
    n = len(condlist)
    m = len(funclist)
    if m != n and m != n + 1:
        raise ValueError("with " + str(n) + " condition(s), either " + str(n) + " or " + str(n + 1) + " functions are expected")
    rest = np.ones(v.shape, np.bool_)
    for k in range(m):
        if k < n:
            c = np.asarray(condlist[k])
            fill_piece(v, y, c, funclist[k], args)
            rest = rest & ~c
        else:
            fill_piece(v, y, rest, funclist[k], args)
    return y


def fill_piece(v, y, c, f, args):
    if callable(f):
        y[c] = f(v[c], *args)
    else:
        y[c] = f


def extract(condition, arr):
    return np.asarray(arr).reshape(-1)[np.asarray(condition).reshape(-1).astype(np.bool_)]


def compress(condition, a, axis, out):
    c = np.flatnonzero(np.asarray(condition).reshape(-1))
    return np.take(a, c, axis=axis)


def place(arr, mask, vals):
    v = np.asarray(vals).reshape(-1)
    at = np.flatnonzero(np.asarray(mask).reshape(-1))
    n = v.shape[0]
    if n == 0:
        if at.shape[0] > 0:
            raise ValueError("Cannot insert from an empty array!")
    else:
        if arr.ndim == 1:
            for i in range(at.shape[0]):
                arr[at[i]] = v[i % n]
        else:
            put_flat(arr, at, v)


def put_flat(arr, at, v):
    n = v.shape[0]
    for i in range(at.shape[0]):
        arr[np.unravel_index(at[i], arr.shape)] = v[i % n]


def putmask(a, mask, values):
    v = np.asarray(values)
    m = np.asarray(mask).astype(np.bool_)
    if m.size != a.size:
        raise ValueError('putmask: mask and data must be the same size')
    if v.ndim == 0:
        a[m] = values
    elif v.ndim == a.ndim and v.shape == a.shape:
        a[...] = np.where(m, v, a)
    else:
        w = v.reshape(-1)
        at = np.flatnonzero(m.reshape(-1))
        for i in range(at.shape[0]):
            if a.ndim == 1:
                a[at[i]] = w[at[i] % w.shape[0]]
            else:
                a[np.unravel_index(at[i], a.shape)] = w[at[i] % w.shape[0]]


def copyto(dst, src, casting, where):
    if where is True:
        dst[...] = src
    else:
        dst[...] = np.where(where, src, dst)


def put(a, ind, v, mode):
    at = np.asarray(ind).reshape(-1)
    w = np.asarray(v).reshape(-1)
    n = a.size
    for i in range(at.shape[0]):
        k = int(at[i])
        if mode == 'wrap':
            k = k % n
        elif mode == 'clip':
            k = min(max(k, 0), n - 1)
        else:
            if k < -n or k >= n:
                raise IndexError("index " + str(k) + " is out of bounds for axis 0 with size " + str(n))
            if k < 0:
                k += n
        if a.ndim == 1:
            a[k] = w[i % w.shape[0]]
        else:
            a[np.unravel_index(k, a.shape)] = w[i % w.shape[0]]


def take(a, indices, axis, out, mode):
    x = np.asarray(a)
    idx = np.asarray(indices)
    if axis is None:
        return take_axis(x.reshape(-1), idx, 0, mode)
    return take_axis(x, idx, axis, mode)


def take_axis(x, idx, axis, mode):
    if mode == 'wrap':
        return take_axis(x, idx % x.shape[axis], axis, 'raise')
    if mode == 'clip':
        return take_axis(x, np.clip(idx, 0, x.shape[axis] - 1), axis, 'raise')
    if idx.ndim == 0:
        return np.moveaxis(x, axis, 0)[int(idx)]
    return np._take(x, idx, axis)


def take_along_axis(arr, indices, axis):
    x = np.asarray(arr)
    idx = np.asarray(indices)
    if axis is None:
        return np._take(x.reshape(-1), idx, 0)
    m = np.moveaxis(x, axis, 0)
    j = np.moveaxis(idx, axis, 0)
    out = np.empty(idx.shape, x.dtype)
    to = np.moveaxis(out, axis, 0)
    for i in range(j.shape[0]):
        gather(to[i], m, j[i])
    return out


def gather(to, m, j):
    if to.ndim == 0:
        pass
    elif to.ndim == 1:
        for k in range(to.shape[0]):
            to[k] = m[j[k], k if m.shape[1] != 1 else 0]
    else:
        for k in range(to.shape[0]):
            gather(to[k], m[:, k], j[k])


def put_along_axis(arr, indices, values, axis):
    idx = np.asarray(indices)
    if axis is None:
        put(arr, idx, values, 'raise')
    else:
        m = np.moveaxis(arr, axis, 0)
        j = np.moveaxis(idx, axis, 0)
        v = np.moveaxis(np.broadcast_to(np.asarray(values), idx.shape), axis, 0)
        if arr.ndim == 1:
            for i in range(j.shape[0]):
                m[j[i]] = v[i]
        else:
            for i in range(j.shape[0]):
                for k in range(j.shape[1]):
                    m[j[i, k], k] = v[i, k]


def ravel_multi_index(multi_index, dims, mode, order):
    n = len(dims)
    if isinstance(multi_index, tuple):
        pos = np._values(multi_index[0])
        check_index(pos, dims[0])
        if order == 'F':
            scale = dims[0]
            for i in range(1, n):
                check_index(np._values(multi_index[i]), dims[i])
                pos = pos + np._values(multi_index[i]) * scale
                scale = scale * dims[i]
            return pos
        for i in range(1, n):
            check_index(np._values(multi_index[i]), dims[i])
            pos = pos * dims[i] + multi_index[i]
        return pos
    m = np.asarray(multi_index)
    out = m[0]
    check_index(m[0], dims[0])
    for i in range(1, n):
        check_index(m[i], dims[i])
        out = out * dims[i] + m[i]
    return out


def check_index(v, n):
    if np.any(v < 0) or np.any(v >= n):
        raise ValueError("invalid entry in coordinates array")


def apply_along_axis(func1d, axis, arr, args):
    x = np.asarray(arr)
    if x.ndim == 1:
        return func1d(x, *args)
    m = np.moveaxis(x, axis, -1)
    lines = m.reshape((-1, m.shape[-1]))
    n = lines.shape[0]
    first = func1d(lines[0], *args)
    if np.ndim(first) == 0:
        out = np.empty(n, np._values(first).dtype)
        out[0] = first
        for i in range(1, n):
            out[i] = func1d(lines[i], *args)
        return out.reshape(m.shape[:-1])
    row = np.asarray(first)
    rows = np.empty((n,) + row.shape, row.dtype)
    rows[0] = row
    for i in range(1, n):
        rows[i] = func1d(lines[i], *args)
    res = rows.reshape(m.shape[:-1] + row.shape)
    if row.ndim == 1:
        return np.ascontiguousarray(np.moveaxis(res, -1, axis))
    return res


def apply_over_axes(func, a, axes):
    x = np.asarray(a)
    if not isinstance(axes, tuple):
        return func(x, axis=axes, keepdims=True)
    r = x
    for k in axes:
        r = func(r, axis=k, keepdims=True)
    return r


def packbits(a, axis, bitorder):
    x = np.asarray(a)
    if x.dtype.kind == 'f' or x.dtype.kind == 'c':
        raise TypeError('Expected an input array of integer or boolean data type')
    if axis is None:
        return pack_lines(x.reshape((1, -1)), bitorder == 'little').reshape(-1)
    m = np.moveaxis(x, axis, -1)
    p = pack_lines(m.reshape((-1, m.shape[-1])), bitorder == 'little')
    return np.ascontiguousarray(np.moveaxis(p.reshape(m.shape[:-1] + (p.shape[1],)), -1, axis))


def pack_lines(m, little):
    n = m.shape[1]
    out = np.zeros((m.shape[0], (n + 7) // 8), np.uint8)
    for i in range(m.shape[0]):
        for k in range(n):
            if m[i, k] != 0:
                bit = k % 8 if little else 7 - k % 8
                out[i, k // 8] |= 1 << bit
    return out


def unpackbits(a, axis, count, bitorder):
    x = np.asarray(a)
    if axis is None:
        return unpack_lines(x.reshape((1, -1)), count, bitorder == 'little').reshape(-1)
    m = np.moveaxis(x, axis, -1)
    p = unpack_lines(m.reshape((-1, m.shape[-1])), count, bitorder == 'little')
    return np.ascontiguousarray(np.moveaxis(p.reshape(m.shape[:-1] + (p.shape[1],)), -1, axis))


def unpack_lines(m, count, little):
    n = 8 * m.shape[1]
    if count is not None:
        n = count if count >= 0 else n + count
    out = np.zeros((m.shape[0], n), np.uint8)
    for i in range(m.shape[0]):
        for k in range(min(n, 8 * m.shape[1])):
            bit = k % 8 if little else 7 - k % 8
            out[i, k] = (m[i, k // 8] >> bit) & 1
    return out


def sort_complex(a):
    x = np.sort(np.asarray(a))
    if x.dtype.kind == 'c':
        return x
    return x.astype(np.complex128)


def check_kth(kth, n):
    if isinstance(kth, int):
        if kth < -n or kth >= n:
            raise ValueError(f'kth(={kth if kth >= 0 else kth + n}) out of bounds ({n})')
    else:
        for k in np.asarray(kth):
            check_kth(int(k), n)


def partition(a, kth, axis, kind, order):
    x = np.asarray(a)
    if axis is None:
        check_kth(kth, x.size)
        return np.sort(x.reshape(-1))
    check_kth(kth, x.shape[axis])
    return np.sort(x, axis=axis)


def argpartition(a, kth, axis, kind, order):
    x = np.asarray(a)
    check_kth(kth, x.size if axis is None else x.shape[axis])
    return np.argsort(x, axis=axis)
