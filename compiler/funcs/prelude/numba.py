# Methods of functions made by @vectorize.
import numpy as np


def reduce(f, a):
    if a.size == 0:
        raise ValueError("zero-size array to reduction operation which has no identity")
    acc = f(a[0], a[0])
    acc = a[0]
    for i in range(1, a.size):
        acc = f(acc, a[i])
    return acc


def accumulate(f, a):
    out = np.empty_like(a)
    if a.size > 0:
        out[0] = a[0]
    for i in range(1, a.size):
        out[i] = f(out[i - 1], a[i])
    return out
