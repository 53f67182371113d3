import numpy as np
from numba import njit, prange


@njit
def to_csr(dense):
    n, m = dense.shape
    nnz = 0
    for i in range(n):
        for j in range(m):
            if dense[i, j] != 0:
                nnz += 1
    data = np.empty(nnz, dtype=dense.dtype)
    indices = np.empty(nnz, dtype=np.int32)
    indptr = np.zeros(n + 1, dtype=np.int32)
    k = 0
    for i in range(n):
        for j in range(m):
            if dense[i, j] != 0:
                data[k] = dense[i, j]
                indices[k] = j
                k += 1
        indptr[i + 1] = k
    return data, indices, indptr


@njit(parallel=True)
def matvec(data, indices, indptr, x):
    n = indptr.size - 1
    y = np.zeros(n)
    for i in prange(n):
        s = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            s += data[k] * x[indices[k]]
        y[i] = s
    return y


@njit
def transpose(data, indices, indptr, m):
    n = indptr.size - 1
    count = np.zeros(m + 1, dtype=np.int32)
    for j in indices:
        count[j + 1] += 1
    ptr = np.cumsum(count).astype(np.int32)
    fill = ptr.copy()
    tdata = np.empty_like(data)
    tind = np.empty_like(indices)
    for i in range(n):
        for k in range(indptr[i], indptr[i + 1]):
            at = fill[indices[k]]
            fill[indices[k]] += 1
            tdata[at] = data[k]
            tind[at] = i
    return tdata, tind, ptr


def coo_to_dense(rows, cols, vals, shape):
    out = np.zeros(shape)
    np.add.at(out, (rows, cols), vals)
    return out


@njit
def multiply(ad, ai, ap, bd, bi, bp, m):
    """Row by row with a dense accumulator."""
    n = ap.size - 1
    out = np.zeros((n, m))
    for i in range(n):
        for p in range(ap[i], ap[i + 1]):
            for q in range(bp[ai[p]], bp[ai[p] + 1]):
                out[i, bi[q]] += ad[p] * bd[q]
    return out


np.random.seed(9)
dense = np.random.randint(-9, 10, (6, 8)) * (np.random.rand(6, 8) < 0.3)
dense = dense.astype(np.float64)
print(dense)
data, indices, indptr = to_csr(dense)
print(data, indices, indptr, indices.dtype)
print("density %.4f" % (data.size / dense.size), "per row", np.diff(indptr))

x = np.arange(8, dtype=np.float64)
print(matvec(data, indices, indptr, x), np.array_equal(matvec(data, indices, indptr, x), dense @ x))
td, ti, tp = transpose(data, indices, indptr, 8)
print(td, ti, tp)
print(matvec(td, ti, tp, np.ones(6)), dense.sum(axis=0))
print(np.array_equal(multiply(data, indices, indptr, td, ti, tp, 6), dense @ dense.T))

rows = np.array([0, 2, 2, 1, 2])
cols = np.array([1, 0, 0, 2, 2])
print(coo_to_dense(rows, cols, np.array([1.5, 2.0, 3.0, -1.0, 4.0]), (3, 3)))
r, c = np.nonzero(dense)
order = np.lexsort((r, c))
print(r[order], c[order])
band = np.zeros((3, 5))
band[0, 1:] = 1
band[1] = -2
band[2, :-1] = 1
full = np.diag(band[1]) + np.diag(band[0, 1:], 1) + np.diag(band[2, :-1], -1)
print(full)
print(full @ np.arange(5), np.count_nonzero(full))
d = {(int(i), int(j)): float(dense[i, j]) for i, j in zip(r[:4], c[:4])}
print(d)
