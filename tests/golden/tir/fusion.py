"""An elementwise expression is one loop without temporary arrays; its maximum needs no array
where the shapes agree."""
import numpy as np
from numba import njit


@njit
def blend(a, b):
    return 0.5 * a + 0.25 * b


@njit
def norm(a, b):
    return np.max(np.abs(a - b))


a, b = np.ones(5), np.zeros(5)
print(blend(a, b), norm(a, b))
# check-tir: fn blend.
# check-tir: alloc
# check-tir: lanes for
# check-tir: = (0.5 * a[{{%[0-9]+}}]) + (0.25 * b[{{%[0-9]+}}])
# check-tir: else
# check-tir-not: alloc
# check-tir: fn norm.
# check-tir: zero-size array
# check-tir-not: alloc
# check-tir: = max({{%[0-9]+}}, abs(a[{{%[0-9]+}}] - b[{{%[0-9]+}}]))
