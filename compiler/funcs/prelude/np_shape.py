# Array surgery: rolling, repeating, padding, inserting, splitting.
import numpy as np


def as_arrays(xs):
    return [np.asarray(x) for x in xs]


def block(xs, depth, ndim):
    if depth == 1:
        return np.concatenate([np.asarray(x).reshape((1,) * (ndim - np.ndim(x)) + np.shape(x)) for x in xs], axis=-1)
    return np.concatenate([block(x, depth - 1, ndim) for x in xs], axis=-depth)


# The result's rank is known when it runs: one of several types.
def squeeze(a):
    if a.ndim == 1:
        if a.shape[0] == 1:
            return a[0]
        return a
    if a.ndim == 2:
        if a.shape[0] == 1:
            if a.shape[1] == 1:
                return a[0, 0]
            return a[0]
        if a.shape[1] == 1:
            return a[:, 0]
        return a
    ones = 0
    for n in a.shape:
        if n == 1:
            ones += 1
    if ones == 0:
        return a
    if a.ndim == 3:
        if ones == 1:
            return squeeze_once(a)
        if ones == 2:
            return squeeze_once(squeeze_once(a))
        return a[0, 0, 0]
    if ones == 1:
        return squeeze_once(a)
    if ones == 2:
        return squeeze_once(squeeze_once(a))
    if ones == 3:
        return squeeze_once(squeeze_once(squeeze_once(a)))
    raise ValueError("squeeze() without axis of so many dimensions is not supported")


# Without the first dimension that is 1.
def squeeze_once(a):
    if a.ndim == 1:
        return a[0]
    if a.shape[0] == 1:
        return a[0]
    if a.shape[1] == 1:
        return a[:, 0]
    if a.ndim == 2:
        raise ValueError("no dimension to squeeze")
    if a.shape[2] == 1:
        return a[:, :, 0]
    if a.ndim == 3:
        raise ValueError("no dimension to squeeze")
    return a[:, :, :, 0]


def roll(a, shift, axis):
    x = np.asarray(a)
    if axis is None:
        if isinstance(shift, tuple):
            total = 0
            for s in shift:
                total += s
            return roll_first(x.reshape(-1), total).reshape(x.shape)
        return roll_first(x.reshape(-1), shift).reshape(x.shape)
    if isinstance(axis, tuple):
        out = x
        for i in range(len(axis)):
            if isinstance(shift, tuple):
                out = roll(out, shift[i], axis[i])
            else:
                out = roll(out, shift, axis[i])
        return out
    out = np.empty(x.shape, x.dtype)
    roll_into(np.moveaxis(out, axis, 0), np.moveaxis(x, axis, 0), shift)
    return out


def roll_first(x, shift: int):
    out = np.empty(x.shape, x.dtype)
    roll_into(out, x, shift)
    return out


def roll_into(out, x, shift: int):
    n = x.shape[0]
    if n > 0:
        k = shift % n
        out[k:] = x[:n - k]
        out[:k] = x[n - k:]


def rollaxis(a, axis, start):
    x = np.asarray(a)
    k = axis % x.ndim
    to = start + x.ndim if start < 0 else start
    if k < to:
        return np.moveaxis(x, k, to - 1)
    return np.moveaxis(x, k, to)


def tile(a, reps):
    x = np.asarray(a)
    if not isinstance(reps, tuple):
        if isinstance(reps, list):
            return tile_list(x, reps)
        return tile(x, (reps,))
    d = max(x.ndim, len(reps))
    if x.ndim < d:
        return tile(x.reshape((1,) * (d - x.ndim) + x.shape), reps)
    if len(reps) < d:
        return tile(x, (1,) * (d - len(reps)) + reps)
    if d == 1:
        return tile1(x, reps[0])
    if d == 2:
        out2 = np.empty((reps[0], x.shape[0], reps[1], x.shape[1]), x.dtype)
        out2[...] = x[None, :, None, :]
        return out2.reshape((reps[0] * x.shape[0], reps[1] * x.shape[1]))
    if d == 3:
        out3 = np.empty((reps[0], x.shape[0], reps[1], x.shape[1], reps[2], x.shape[2]), x.dtype)
        out3[...] = x[None, :, None, :, None, :]
        return out3.reshape((reps[0] * x.shape[0], reps[1] * x.shape[1], reps[2] * x.shape[2]))
    raise ValueError("tile() of more than three dimensions is not supported")


def tile_list(x, reps):
    if len(reps) == 1:
        return tile(x, (reps[0],))
    if len(reps) == 2:
        return tile(x, (reps[0], reps[1]))
    return tile(x, (reps[0], reps[1], reps[2]))


def tile1(x, n: int):
    out = np.empty((n, x.shape[0]), x.dtype)
    out[...] = x
    return out.reshape(-1)


def repeat(a, repeats, axis):
    x = np.asarray(a)
    if axis is None:
        return repeat_first(x.reshape(-1), repeats)
    return np.moveaxis(repeat_first(np.moveaxis(x, axis, 0), repeats), 0, axis)


def repeat_first(x, repeats):
    n = x.shape[0]
    r = np.asarray(repeats)
    if r.ndim == 0:
        k = int(r)
        out = np.empty((n * k,) + x.shape[1:], x.dtype)
        for i in range(n):
            out[i * k:(i + 1) * k] = x[i]
        return out
    if len(r) == 1:
        return repeat_first(x, int(r[0]))
    if len(r) != n:
        raise ValueError("operands could not be broadcast together with shape (" + str(n) + ",) (" + str(len(r)) + ",)")
    res = np.empty((int(r.sum()),) + x.shape[1:], x.dtype)
    at = 0
    for i in range(n):
        c = int(r[i])
        if c < 0:
            raise ValueError("repeats may not contain negative values.")
        res[at:at + c] = x[i]
        at += c
    return res


def resize(a, new_shape):
    x = np.asarray(a).reshape(-1)
    if not isinstance(new_shape, tuple):
        return resize(x, (new_shape,))
    out = np.empty(new_shape, x.dtype)
    flat = out.reshape(-1)
    n = x.size
    if n == 0:
        flat[...] = 0
        return out
    at = 0
    while at < flat.size:
        k = min(n, flat.size - at)
        flat[at:at + k] = x[:k]
        at += k
    return out


def trim_zeros(filt, trim):
    x = np.asarray(filt)
    first = 0
    last = len(x)
    if trim.lower() not in ('f', 'b', 'fb', 'bf'):
        raise ValueError(f"unexpected character(s) in `trim`: '{trim}'")
    if 'f' in trim or 'F' in trim:
        while first < last and x[first] == 0:
            first += 1
    if 'b' in trim or 'B' in trim:
        while last > first and x[last - 1] == 0:
            last -= 1
    return filt[first:last]


def delete(arr, obj, axis):
    x = np.asarray(arr)
    if axis is None:
        return delete_first(x.reshape(-1), obj, 0)
    return np.moveaxis(delete_first(np.moveaxis(x, axis, 0), obj, axis), 0, axis)


def delete_first(x, obj, axis: int):
    n = x.shape[0]
    keep = np.ones(n, np.bool_)
    if isinstance(obj, slice):
        keep[obj] = False
    else:
        idx = np.asarray(obj)
        if idx.ndim == 0:
            k = int(idx)
            if k < -n or k >= n:
                raise IndexError(f'index {k} is out of bounds for axis {axis} with size {n}')
            keep[k] = False
        elif idx.dtype == np.bool_:
            keep = ~idx
        elif idx.size > 0:
            keep[idx.astype(np.int64)] = False
    return x[keep]


def insert(arr, obj, values, axis):
    x = np.asarray(arr)
    if axis is None:
        return insert_first(x.reshape(-1), obj, np.asarray(values), True, 0)
    v = np.asarray(values)
    b = np.moveaxis(x, axis, 0)
    if v.ndim == x.ndim and not isinstance(obj, int):
        return np.moveaxis(insert_first(b, obj, np.moveaxis(v, axis, 0), True, axis), 0, axis)
    return np.moveaxis(insert_first(b, obj, v, False, axis), 0, axis)


def insert_first(x, obj, v, rows, axis: int):
    n = x.shape[0]
    if isinstance(obj, slice):
        return insert_at(x, np.arange(n + 1)[obj], v, rows)
    idx = np.asarray(obj)
    if idx.ndim == 0:
        k = int(idx)
        if k < -n or k > n:
            raise IndexError(f'index {k} is out of bounds for axis {axis} with size {n}')
        if k < 0:
            k += n
        count = 1
        if x.ndim == 1 and v.ndim == 1:
            count = v.shape[0]
        elif v.ndim == x.ndim and x.ndim > 1:
            count = v.shape[0]
        out = np.empty((n + count,) + x.shape[1:], x.dtype)
        out[:k] = x[:k]
        out[k:k + count] = v
        out[k + count:] = x[k:]
        return out
    return insert_at(x, idx, v, rows)


def insert_at(x, idx, v, rows):
    # positions count in the old array; equal ones keep their order
    n = x.shape[0]
    m = len(idx)
    at = np.empty(m, np.int64)
    for i in range(m):
        at[i] = idx[i] + n if idx[i] < 0 else idx[i]
    order = np.argsort(at, kind='stable')
    for i in range(m):
        at[order[i]] += i
    out = np.empty((n + m,) + x.shape[1:], x.dtype)
    old = np.ones(n + m, np.bool_)
    for i in range(m):
        old[at[i]] = False
    if v.ndim == x.ndim:
        for i in range(m):
            out[at[i]] = v[i % v.shape[0]]
    else:
        for i in range(m):
            out[at[i]] = v
    j = 0
    for i in range(n + m):
        if old[i]:
            out[i] = x[j]
            j += 1
    return out


def split(ary, sections, axis):
    x = np.moveaxis(np.asarray(ary), axis, 0)
    n = x.shape[0]
    if isinstance(sections, int):
        if n % sections != 0:
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, sections, axis)


def array_split(ary, sections, axis):
    x = np.moveaxis(np.asarray(ary), axis, 0)
    n = x.shape[0]
    parts = []
    if isinstance(sections, int):
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each = n // sections
        extra = n % sections
        start = 0
        for i in range(sections):
            stop = start + each + (1 if i < extra else 0)
            parts.append(np.moveaxis(x[start:stop], 0, axis))
            start = stop
    else:
        start = 0
        for s in sections:
            stop = int(s)
            parts.append(np.moveaxis(x[start:stop], 0, axis))
            start = stop
        parts.append(np.moveaxis(x[start:], 0, axis))
    return parts


def hsplit(ary, sections):
    if np.ndim(ary) > 1:
        return split(ary, sections, 1)
    if np.ndim(ary) == 0:
        raise ValueError('hsplit only works on arrays of 1 or more dimensions')
    return split(ary, sections, 0)


def vsplit(ary, sections):
    if np.ndim(ary) < 2:
        raise ValueError('vsplit only works on arrays of 2 or more dimensions')
    return split(ary, sections, 0)


def dsplit(ary, sections):
    if np.ndim(ary) < 3:
        raise ValueError('dsplit only works on arrays of 3 or more dimensions')
    return split(ary, sections, 2)


def pad(array, pad_width, mode, constant_values, end_values, stat_length, reflect_type):
    x = np.asarray(array)
    if x.ndim == 1:
        lo, hi = pad_pair(pad_width, 0, 1)
        return pad_first(x, lo, hi, mode, constant_values, end_values, 0, 1, stat_length, reflect_type)
    if x.ndim == 2:
        lo, hi = pad_pair(pad_width, 0, 2)
        y = pad_first(x, lo, hi, mode, constant_values, end_values, 0, 2, stat_length, reflect_type)
        lo2, hi2 = pad_pair(pad_width, 1, 2)
        return pad_first(y.T, lo2, hi2, mode, constant_values, end_values, 1, 2, stat_length, reflect_type).T.copy()
    if x.ndim == 3:
        lo, hi = pad_pair(pad_width, 0, 3)
        y = pad_first(x, lo, hi, mode, constant_values, end_values, 0, 3, stat_length, reflect_type)
        lo2, hi2 = pad_pair(pad_width, 1, 3)
        z = pad_first(np.moveaxis(y, 1, 0), lo2, hi2, mode, constant_values, end_values, 1, 3, stat_length, reflect_type)
        z = np.moveaxis(z, 0, 1)
        lo3, hi3 = pad_pair(pad_width, 2, 3)
        u = pad_first(np.moveaxis(z, 2, 0), lo3, hi3, mode, constant_values, end_values, 2, 3, stat_length, reflect_type)
        return np.moveaxis(u, 0, 2).copy()
    raise ValueError("pad() of more than three dimensions is not supported")


# (before, after) of one axis out of an int, a pair for all, one pair, or a pair for each
def pad_pair(p, axis, ndim):
    if isinstance(p, int):
        return p, p
    if isinstance(p, tuple) or isinstance(p, list):
        if isinstance(p[0], tuple) or isinstance(p[0], list):
            if len(p) == 1:
                return int(p[0][0]), int(p[0][1])
            return int(p[axis][0]), int(p[axis][1])
        if len(p) == 1:
            return int(p[0]), int(p[0])
        return int(p[0]), int(p[1])
    return int(p), int(p)


def value_pair(p, axis, ndim):
    if isinstance(p, tuple):
        if isinstance(p[0], tuple):
            if len(p) == 1:
                return p[0][0], p[0][1]
            return p[axis][0], p[axis][1]
        if len(p) == 1:
            return p[0], p[0]
        return p[0], p[1]
    return p, p


def pad_first(x, lo: int, hi: int, mode, constant_values, end_values, axis, ndim, stat_length, reflect_type):
    n = x.shape[0]
    if lo < 0 or hi < 0:
        raise ValueError("index can't contain negative values")
    out = np.empty((lo + n + hi,) + x.shape[1:], x.dtype)
    out[lo:lo + n] = x
    if mode == 'constant':
        before, after = value_pair(constant_values, axis, ndim)
        out[:lo] = before
        out[lo + n:] = after
    elif mode == 'empty':
        out[:lo] = 0
        out[lo + n:] = 0
    elif mode == 'edge':
        if n == 0 and lo + hi > 0:
            raise ValueError("can't extend empty axis 0 using modes other than 'constant' or 'empty'")
        if lo > 0:
            out[:lo] = x[0]
        if hi > 0:
            out[lo + n:] = x[n - 1]
    elif mode == 'linear_ramp':
        before, after = value_pair(end_values, axis, ndim)
        pad_ramp(out, x, lo, hi, before, after)
    elif mode == 'maximum':
        out[:lo] = np.max(stat_first(x, stat_length), axis=0)
        out[lo + n:] = np.max(stat_last(x, stat_length), axis=0)
    elif mode == 'minimum':
        out[:lo] = np.min(stat_first(x, stat_length), axis=0)
        out[lo + n:] = np.min(stat_last(x, stat_length), axis=0)
    elif mode == 'mean':
        pad_mean(out, x, lo, hi, stat_length)
    elif mode == 'median':
        out[:lo] = round_stat(np.median(stat_first(x, stat_length), axis=0), x)
        out[lo + n:] = round_stat(np.median(stat_last(x, stat_length), axis=0), x)
    elif mode == 'wrap':
        if n == 0 and lo + hi > 0:
            raise ValueError("can't extend empty axis 0 using modes other than 'constant' or 'empty'")
        for i in range(lo):
            out[i] = x[(i - lo) % n]
        for i in range(hi):
            out[lo + n + i] = x[i % n]
    elif mode == 'reflect' or mode == 'symmetric':
        if n == 0 and lo + hi > 0:
            raise ValueError("can't extend empty axis 0 using modes other than 'constant' or 'empty'")
        pad_mirror(out, x, lo, hi, mode == 'symmetric')
    else:
        raise ValueError("mode '" + mode + "' is not supported")
    return out


def pad_mirror(out, x, lo: int, hi: int, symmetric):
    n = x.shape[0]
    if symmetric:
        period = 2 * n
    else:
        period = 2 * n - 2
    for i in range(lo + n + hi):
        if i < lo or i >= lo + n:
            if period == 0:
                out[i] = x[0]
            else:
                k = (i - lo) % period
                if k >= n:
                    k = period - k - (1 if symmetric else 0)
                out[i] = x[k]


def pad_ramp(out, x, lo: int, hi: int, before, after):
    n = x.shape[0]
    for i in range(lo):
        out[i] = before + (x[0] - before) * (i / lo)
    for i in range(hi):
        out[lo + n + hi - 1 - i] = after + (x[n - 1] - after) * (i / hi)


def stat_first(x, length):
    if length is None:
        return x
    return x[:length]


def stat_last(x, length):
    if length is None:
        return x
    return x[x.shape[0] - length:]


def round_stat(v, x):
    if x.dtype.kind == 'i' or x.dtype.kind == 'u':
        return np.rint(v)
    return v


def pad_mean(out, x, lo: int, hi: int, stat_length):
    n = x.shape[0]
    out[:lo] = round_stat(np.mean(stat_first(x, stat_length), axis=0), x)
    out[lo + n:] = round_stat(np.mean(stat_last(x, stat_length), axis=0), x)
