# Enumerations in kernels: members are their numbers.
from enum import Enum, IntEnum, auto

import numpy as np
from numba import cuda


class Side(IntEnum):
    LEFT = 1
    RIGHT = 2


class Shape(Enum):
    ROUND = 5
    SQUARE = auto()


@cuda.jit(device=True)
def weight(side):
    return 10 if side == Side.LEFT else 20


@cuda.jit
def fill(out, side):
    i = cuda.grid(1)
    if i % 2 == 0:
        out[i] = Side.LEFT
    else:
        out[i] = Side.RIGHT * 100 + Shape.SQUARE.value + Side.LEFT.value
    if side == Side.RIGHT:
        out[i] += weight(side)


out = np.zeros(4, dtype=np.int32)
fill[1, 4](out, Side.RIGHT)
print(out)
fill[1, 4](out, 1)
print(out)
out[2] = Side.RIGHT
print(out, np.full(2, Side.LEFT))
