# Functions for arrays with target='cuda': each call launches a kernel.
import math
import numpy as np
from numba import cuda, guvectorize, vectorize, float32, float64, int64


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def hypot(a, b):
    return math.sqrt(a * a + b * b)


@vectorize([int64(int64, int64)], target="cuda")
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@cuda.jit(device=True)
def square(x):
    return x * x


@vectorize(["float64(float64)"], target="cuda")
def fourth(x):
    return square(x) * square(x)


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->()", target="cuda")
def dot(a, b, result):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i] * b[i]
    result[0] = s


@guvectorize(["void(float64[:, :], float64[:], float64[:])"], "(m,n),(n)->(m)", target="cuda")
def matvec(a, x, y):
    for i in range(a.shape[0]):
        s = 0.0
        for k in range(a.shape[1]):
            s += a[i, k] * x[k]
        y[i] = s


@guvectorize([(float64[:], float64, float64[:])], "(n),()->(n)", target="cuda")
def scale(a, factor, result):
    for i in range(a.shape[0]):
        result[i] = a[i] * factor


x = np.arange(6, dtype=np.float32)
print(hypot(x, x + 1))
print(hypot(x.astype(np.float64), 2.0))
print(hypot(x.reshape(2, 3), x[:3]))
print(hypot(x[:2].reshape(2, 1), x[:3]))
print(gcd(np.arange(1, 13), 12))
print(fourth(np.linspace(0, 1, 5)))

d = cuda.to_device(np.linspace(0.0, 2.0, 8))
r = hypot(d, d)
print(r.shape, r.dtype)
print(r.copy_to_host())
out = cuda.device_array(8, dtype=np.float64)
hypot(d, 1.0, out=out)
print(out.copy_to_host())
stream = cuda.stream()
fourth(d, out=out, stream=stream)
stream.synchronize()
print(out.copy_to_host())

a = np.arange(12, dtype=np.float64).reshape(3, 4)
print(dot(a, a))
print(dot(a, a[0]))
print(scale(a, np.array([1.0, 2.0, 3.0])))
m = np.arange(24, dtype=np.float64).reshape(2, 3, 4)
print(matvec(m, np.ones(4)))
dm = cuda.to_device(m)
y = matvec(dm, cuda.to_device(np.ones((2, 4))))
print(y.copy_to_host())
