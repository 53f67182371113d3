import numpy as np
from numba import float64, guvectorize, int64


@guvectorize([(int64[:], int64, int64[:])], "(n),()->(n)")
def add_scalar(x, k, out):
    for i in range(x.shape[0]):
        out[i] = x[i] + k


@guvectorize(["void(float64[:], float64[:])"], "(n)->()")
def rms(x, out):
    s = 0.0
    for v in x:
        s += v * v
    out[0] = np.sqrt(s / x.size)


@guvectorize([(float64[:, :], float64[:, :], float64[:, :])], "(m,k),(k,n)->(m,n)")
def matmul(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = 0.0
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


@guvectorize([(float64[:], float64[:], float64[:], float64[:])], "(n),(n)->(),()")
def fit_line(x, y, slope, intercept):
    n = x.size
    sx = sy = sxx = sxy = 0.0
    for i in range(n):
        sx += x[i]
        sy += y[i]
        sxx += x[i] * x[i]
        sxy += x[i] * y[i]
    slope[0] = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    intercept[0] = (sy - slope[0] * sx) / n


@guvectorize([(int64[:], int64[:])], "(n)->(n)")
def running_max(x, out):
    best = x[0]
    for i in range(x.size):
        best = max(best, x[i])
        out[i] = best


a = np.arange(6).reshape(2, 3)
print(add_scalar(a, 10), add_scalar(a[0], np.array([1, 2])), add_scalar(a, np.array([[100], [200]])).shape)
print(rms(np.array([3.0, 4.0])), rms(np.array([[3.0, 4.0], [6.0, 8.0]])), rms(a.astype(float)).shape)
m = np.arange(8.0).reshape(2, 2, 2)
print(matmul(m, np.eye(2)), np.array_equal(matmul(m, m), m @ m))
x = np.array([0.0, 1.0, 2.0, 3.0])
print(fit_line(x, 2 * x + 1), fit_line(x, np.array([x, 1 - x])))
print(running_max(np.array([3, 1, 4, 1, 5])), running_max(np.array([[2, 1], [1, 2]])), running_max(a[:, ::-1]))
out = np.zeros((2, 3), dtype=np.int64)
add_scalar(a, 5, out)
print(out)
