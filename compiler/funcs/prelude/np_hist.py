# Histograms, as numpy/lib/_histograms_impl.py computes them.
import numpy as np


def outer_edges(a, range):
    if range is not None:
        first = range[0]
        last = range[1]
        if first > last:
            raise ValueError("max must be larger than min in range parameter.")
        return edges_apart(float(first), float(last))
    if a.size == 0:
        return 0.0, 1.0
    first = float(np.min(a))
    last = float(np.max(a))
    if not (np.isfinite(first) and np.isfinite(last)):
        raise ValueError("autodetected range of [" + str(first) + ", " + str(last) + "] is not finite")
    return edges_apart(first, last)


def edges_apart(first, last):
    if first == last:
        return first - 0.5, last + 0.5
    return first, last


def bin_width(a, method):
    n = a.size
    spread = float(np.max(a)) - float(np.min(a))
    if method == 'sqrt':
        return spread / np.sqrt(n)
    if method == 'sturges':
        return spread / (np.log2(n) + 1.0)
    if method == 'rice':
        return spread / (2.0 * n ** (1.0 / 3))
    if method == 'scott':
        return (24.0 * np.pi ** 0.5 / n) ** (1.0 / 3.0) * np.std(a)
    q = np.percentile(a, [75, 25])
    fd = 2.0 * (q[0] - q[1]) * n ** (-1.0 / 3.0)
    if method == 'fd':
        return fd
    if method == 'auto':
        return min(max(fd, spread / np.sqrt(n) / 2), spread / (np.log2(n) + 1.0))
    raise ValueError("'" + method + "' is not a valid estimator for `bins`")


def count_bins(a, bins, range):
    if isinstance(bins, str):
        first, last = outer_edges(a, range)
        if a.size == 0:
            return 1
        width = bin_width(a, bins)
        if a.dtype.kind == 'i' or a.dtype.kind == 'u':
            width = max(width, 1.0)
        if width == 0:
            return 1
        return int(np.ceil((last - first) / width))
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    return bins


def equal_edges(a, n: int, range):
    first, last = outer_edges(a, range)
    if a.dtype.kind == 'f':
        return np.linspace(first, last, n + 1).astype(a.dtype)
    return np.linspace(first, last, n + 1)


def histogram_bin_edges(a, bins, range, weights):
    x = np.asarray(a).reshape(-1)
    if isinstance(bins, int) or isinstance(bins, str):
        return equal_edges(x, count_bins(x, bins, range), range)
    return np.asarray(bins)


def histogram(a, bins, range, density, weights):
    x = np.asarray(a).reshape(-1)
    if x.dtype.kind == 'b':
        x = x.astype(np.uint8)
    if isinstance(bins, int) or isinstance(bins, str):
        n = count_bins(x, bins, range)
        edges = equal_edges(x, n, range)
        first, last = outer_edges(x, range)
        if weights is None:
            return finish(count_equal(x, edges, n, first, last), edges, density)
        w = np.asarray(weights).reshape(-1)
        sums = np.zeros(n, w.dtype)
        add_equal(sums, x, w, edges, n, first, last)
        return finish(sums, edges, density)
    given = np.asarray(bins)
    if given.ndim != 1:
        raise ValueError("`bins` must be 1d, when an array")
    if np.any(given[:-1] > given[1:]):
        raise ValueError("`bins` must increase monotonically, when an array")
    if weights is None:
        return finish(count_between(np.sort(x), given), given, density)
    w = np.asarray(weights).reshape(-1)
    order = np.argsort(x)
    s = x[order]
    cw = np.zeros(x.shape[0] + 1, w.dtype)
    cw[1:] = np.cumsum(w[order])
    at = np.searchsorted(s, given, side='left')
    at[-1] = np.searchsorted(s, given[-1], side='right')
    return finish(np.diff(cw[at]), given, density)


# The bin by arithmetic, corrected by a comparison with the edges themselves.
def bin_of(v, edges, n, first, last):
    i = int((v - first) / (last - first) * n)
    if i == n:
        i -= 1
    if v < edges[i]:
        i -= 1
    elif v >= edges[i + 1] and i != n - 1:
        i += 1
    return i


def count_equal(x, edges, n: int, first, last):
    counts = np.zeros(n, np.int64)
    for k in range(x.shape[0]):
        v = edges.dtype.type(x[k])
        if v >= first and v <= last:
            counts[bin_of(v, edges, n, first, last)] += 1
    return counts


def add_equal(sums, x, w, edges, n: int, first, last):
    for k in range(x.shape[0]):
        v = edges.dtype.type(x[k])
        if v >= first and v <= last:
            sums[bin_of(v, edges, n, first, last)] += w[k]


def count_between(s, edges):
    at = np.searchsorted(s, edges, side='left')
    at[-1] = np.searchsorted(s, edges[-1], side='right')
    return np.diff(at)


def finish(counts, edges, density):
    if density:
        width = np.diff(edges).astype(np.float64)
        return counts / width / counts.sum(), edges
    return counts, edges


def histogram2d(x, y, bins, range, density, weights):
    a = np.asarray(x).astype(np.float64)
    b = np.asarray(y).astype(np.float64)
    if a.shape[0] != b.shape[0]:
        raise ValueError("x and y must have the same length.")
    if isinstance(bins, tuple):
        ea = axis_edges(a, bins[0], range, 0)
        eb = axis_edges(b, bins[1], range, 1)
    elif isinstance(bins, list):
        if np.ndim(bins[0]) == 0 and len(bins) == 2:
            ea = axis_edges(a, int(bins[0]), range, 0)
            eb = axis_edges(b, int(bins[1]), range, 1)
        else:
            ea = np.asarray(bins[0]).astype(np.float64)
            eb = np.asarray(bins[1]).astype(np.float64)
    else:
        ea = axis_edges(a, bins, range, 0)
        eb = axis_edges(b, bins, range, 1)
    h = np.zeros((ea.shape[0] - 1, eb.shape[0] - 1))
    ia = place(a, ea)
    ib = place(b, eb)
    for k in _range(a.shape[0]):
        if ia[k] >= 0 and ib[k] >= 0:
            if weights is None:
                h[ia[k], ib[k]] += 1
            else:
                h[ia[k], ib[k]] += weights[k]
    if density:
        s = h.sum()
        h = h / np.diff(ea)[:, None] / np.diff(eb)[None, :] / s
    return h, ea, eb


def _range(n):
    return range(n)


def axis_edges(v, bins, range, axis):
    if isinstance(bins, int):
        if range is None:
            first, last = outer_edges(v, None)
        else:
            first, last = edges_apart(float(range[axis][0]), float(range[axis][1]))
        return np.linspace(first, last, bins + 1)
    return np.asarray(bins).astype(np.float64)


# Bin of each value, -1 outside; the last edge belongs to the last bin.
def place(v, edges):
    n = edges.shape[0] - 1
    out = np.searchsorted(edges, v, side='right') - 1
    for k in range(v.shape[0]):
        if v[k] == edges[n]:
            out[k] = n - 1
        elif out[k] >= n:
            out[k] = -1
    return out
