# Core dimensions of @guvectorize functions must agree.
import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->()")
def dot(a, b, out):
    out[0] = 0
    for i in range(a.shape[0]):
        out[0] += a[i] * b[i]


@guvectorize(["void(float64[:,:], float64[:], float64[:])"], "(m,n),(n)->(m)")
def apply(a, x, y):
    for i in range(a.shape[0]):
        y[i] = 0
        for j in range(a.shape[1]):
            y[i] += a[i, j] * x[j]


print(dot(np.arange(3.0), np.ones(3)), apply(np.ones((2, 3)), np.arange(3.0)))
for n in (3, 4, 1):
    try:
        print(dot(np.arange(3.0), np.ones(n)))
    except ValueError as e:
        print(e)
    try:
        print(apply(np.ones((2, 2, 3)), np.ones(n)))
    except ValueError as e:
        print(e)
out = np.zeros(2)
apply(np.ones((2, 3)), np.arange(3.0), out)
print(out)
try:
    apply(np.ones((2, 3)), np.arange(3.0), np.zeros(3))
except ValueError as e:
    print(e)
