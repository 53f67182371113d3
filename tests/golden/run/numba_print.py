import numpy as np
from numba import njit


@njit
def report(n, x, name):
    print("inside", n, x, name)
    print(n * 2, x / 2, n > 1, -n)
    for i in range(3):
        print(i, i * i)
    print()
    print("done")
    return n


@njit
def tuples(a):
    print((1, 2.5), len(a), a[0])
    print("max", a.max(), "sum", a.sum())


report(3, 1.5, "label")
report(0, 1e-10, "é")
tuples(np.array([1.5, 2.5]))
tuples(np.arange(4))
print("outside", report(1, 2.0, "x"))
