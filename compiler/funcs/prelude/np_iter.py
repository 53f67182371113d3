# Iterating over positions and elements.
import numpy as np


def ndindex(args):
    if len(args) == 1:
        if isinstance(args[0], tuple):
            return positions(args[0])
    return positions(args)


def positions(shape):
    if len(shape) == 0:
        yield ()
    elif len(shape) == 1:
        for i in range(shape[0]):
            yield (i,)
    elif len(shape) == 2:
        for i in range(shape[0]):
            for j in range(shape[1]):
                yield i, j
    elif len(shape) == 3:
        for i in range(shape[0]):
            for j in range(shape[1]):
                for k in range(shape[2]):
                    yield i, j, k
    else:
        for i in range(shape[0]):
            for rest in positions(shape[1:]):
                yield (i,) + rest


def ndenumerate(arr):
    a = np.asarray(arr)
    for at in positions(a.shape):
        yield at, a[at]


def nditer(op):
    a = np.asarray(op)
    for at in positions(a.shape):
        yield a[at]
