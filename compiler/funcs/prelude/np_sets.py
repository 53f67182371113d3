# Sets of numbers as sorted arrays; counting.
import numpy as np


# Where a sorted array has a new value. NaNs, which are last, count as one value when equal_nan.
def first_of_runs(s, equal_nan):
    n = s.shape[0]
    mask = np.empty(n, np.bool_)
    if n > 0:
        mask[0] = True
        mask[1:] = s[1:] != s[:-1]
        if equal_nan and s.dtype.kind == 'f':
            seen = False
            for i in range(n):
                if s[i] != s[i]:
                    if seen:
                        mask[i] = False
                    seen = True
    return mask


def unique(ar, return_index, return_inverse, return_counts, axis, equal_nan):
    x = np.asarray(ar)
    if axis is not None and x.ndim > 1:
        return unique_rows(np.moveaxis(x, axis, 0), axis, return_index, return_inverse, return_counts)
    flat = x.reshape(-1)
    if not return_index and not return_inverse:
        s = np.sort(flat)
        mask = first_of_runs(s, equal_nan)
        if return_counts:
            return s[mask], run_lengths(mask)
        return s[mask]
    perm = np.argsort(flat, kind='stable')
    t = flat[perm]
    mask = first_of_runs(t, equal_nan)
    inverse = np.empty(mask.shape[0], np.int64)
    if return_inverse:
        k = -1
        for i in range(mask.shape[0]):
            if mask[i]:
                k += 1
            inverse[perm[i]] = k
    if return_index:
        if return_inverse:
            if return_counts:
                return t[mask], perm[mask], inverse.reshape(x.shape), run_lengths(mask)
            return t[mask], perm[mask], inverse.reshape(x.shape)
        if return_counts:
            return t[mask], perm[mask], run_lengths(mask)
        return t[mask], perm[mask]
    if return_counts:
        return t[mask], inverse.reshape(x.shape), run_lengths(mask)
    return t[mask], inverse.reshape(x.shape)


def run_lengths(mask):
    at = np.flatnonzero(mask)
    n = at.shape[0]
    out = np.empty(n, np.int64)
    for i in range(n):
        last = at[i + 1] if i + 1 < n else mask.shape[0]
        out[i] = last - at[i]
    return out


def unique_rows(x, axis, return_index, return_inverse, return_counts):
    rows = x.reshape((x.shape[0], -1))
    n = rows.shape[0]
    perm = np.lexsort(rows.T[::-1].copy())
    mask = np.empty(n, np.bool_)
    for i in range(n):
        mask[i] = i == 0 or bool(np.any(rows[perm[i]] != rows[perm[i - 1]]))
    first = perm[mask]
    found = np.moveaxis(x[first], 0, axis)
    inverse = np.empty(n, np.int64)
    k = -1
    for i in range(n):
        if mask[i]:
            k += 1
        inverse[perm[i]] = k
    if return_index:
        if return_inverse:
            if return_counts:
                return found, first, inverse, run_lengths(mask)
            return found, first, inverse
        if return_counts:
            return found, first, run_lengths(mask)
        return found, first
    if return_inverse:
        if return_counts:
            return found, inverse, run_lengths(mask)
        return found, inverse
    if return_counts:
        return found, run_lengths(mask)
    return found


def unique_values(x):
    return unique(x, False, False, False, None, False)


def unique_counts(x):
    return unique(x, False, False, True, None, False)


def contains_sorted(s, v):
    lo = 0
    hi = s.shape[0]
    while lo < hi:
        mid = (lo + hi) // 2
        if s[mid] < v:
            lo = mid + 1
        else:
            hi = mid
    return lo < s.shape[0] and s[lo] == v


def isin(element, test_elements, assume_unique, invert, kind):
    x = np.asarray(element)
    if isinstance(test_elements, set) or isinstance(test_elements, range):
        s = np.sort(np.array(list(test_elements)))
        return isin_sorted(x, s, invert)
    return isin_sorted(x, np.sort(np.asarray(test_elements).reshape(-1)), invert)


def isin_sorted(x, s, invert):
    flat = x.reshape(-1)
    out = np.empty(flat.shape[0], np.bool_)
    if (x.dtype.kind == 'i' or x.dtype.kind == 'u') and (s.dtype.kind == 'i' or s.dtype.kind == 'u'):
        n = s.shape[0]
        if n > 0:
            low = int(s[0])
            span = int(s[n - 1]) - low
            if span >= 0 and span < 6 * (n + flat.shape[0]):
                return isin_table(flat, s, low, span + 1, invert, out).reshape(x.shape)
    for i in range(flat.shape[0]):
        out[i] = contains_sorted(s, flat[i]) != invert
    return out.reshape(x.shape)


# A bit for each number between the smallest and the largest.
def isin_table(flat, s, low, span, invert, out):
    table = np.zeros(span, np.bool_)
    for k in range(s.shape[0]):
        table[int(s[k]) - low] = True
    for i in range(flat.shape[0]):
        v = int(flat[i])
        found = v >= low and v - low < span
        if found:
            found = bool(table[v - low])
        out[i] = found != invert
    return out


def in1d(ar1, ar2, assume_unique, invert):
    return isin(np.asarray(ar1).reshape(-1), ar2, assume_unique, invert, None)


def union1d(ar1, ar2):
    return unique_values(np.concatenate((np.asarray(ar1).reshape(-1), np.asarray(ar2).reshape(-1))))


def intersect1d(ar1, ar2, assume_unique, return_indices):
    x = np.asarray(ar1).reshape(-1)
    y = np.asarray(ar2).reshape(-1)
    if return_indices:
        u, ix = unique(x, True, False, False, None, False)
        v, iy = unique(y, True, False, False, None, False)
        keep = isin_sorted(u, v, False)
        keep2 = isin_sorted(v, u, False)
        return u[keep], ix[keep], iy[keep2]
    aux = np.sort(np.concatenate((unique_values(x), unique_values(y))))
    return aux[1:][aux[1:] == aux[:-1]]


def setdiff1d(ar1, ar2, assume_unique):
    s = np.sort(np.asarray(ar2).reshape(-1))
    if assume_unique:
        x = np.asarray(ar1).reshape(-1)
        return x[isin_sorted(x, s, True)]
    u = unique_values(ar1)
    return u[isin_sorted(u, s, True)]


def setxor1d(ar1, ar2, assume_unique):
    aux = np.sort(np.concatenate((unique_values(ar1), unique_values(ar2))))
    n = aux.shape[0]
    keep = np.empty(n, np.bool_)
    for i in range(n):
        keep[i] = (i == 0 or aux[i] != aux[i - 1]) and (i == n - 1 or aux[i] != aux[i + 1])
    return aux[keep]


def bincount(x, weights, minlength):
    v = np.asarray(x)
    if v.ndim != 1:
        raise ValueError("object too deep for desired array")
    if v.dtype.kind == 'f':
        if v.shape[0] > 0:
            raise TypeError("Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'safe'")
        return np.zeros(minlength, np.int64)
    n = minlength
    for i in range(v.shape[0]):
        if v[i] < 0:
            raise ValueError("'list' argument must have no negative elements")
        if v[i] >= n:
            n = int(v[i]) + 1
    if weights is None:
        out = np.zeros(n, np.int64)
        for i in range(v.shape[0]):
            out[v[i]] += 1
        return out
    w = np.asarray(weights)
    if w.shape[0] != v.shape[0]:
        raise ValueError("The weights and list don't have the same length.")
    sums = np.zeros(n, np.float64)
    for i in range(v.shape[0]):
        sums[v[i]] += w[i]
    return sums


def digitize(x, bins, right):
    b = np.asarray(bins)
    if b.ndim != 1:
        raise ValueError('object too deep for desired array')
    n = b.shape[0]
    up = True
    down = True
    for i in range(1, n):
        up = up and b[i] >= b[i - 1]
        down = down and b[i] <= b[i - 1]
    if not up and not down:
        raise ValueError("bins must be monotonically increasing or decreasing")
    if up:
        return np.searchsorted(b, x, side='left' if right else 'right')
    return n - np.searchsorted(b[::-1].copy(), x, side='left' if right else 'right')
