# What is wrong is raised where it is asked for, and the program goes on.
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += i


@cuda.jit
def picky(x, which):
    i = cuda.grid(1)
    if which == 0 and i == 2:
        raise ValueError("two")
    assert which != 1 or i < 3
    if which == 2:
        x[i + 2] = 1
    if which == 3:
        x[-2 - i] = 1
    if which == 4 and i == 1:
        x[i] = 1 // (int(x[i]) * 0)


def launch(grid, block):
    d = cuda.to_device(np.zeros(4))
    try:
        k[grid, block](d)
        cuda.synchronize()
        return "no error"
    except ValueError:
        return "ValueError"


for block in (0, -1, 1025, (1, 0), (32, 32, 2), (1, 1, 65), (64, 17)):
    print(block, launch(1, block))
for grid in (0, -1, (1, 65536), (1, 1, 70000), 2**31, (0, 1)):
    print(grid, launch(grid, 32))
for which in range(6):
    x = np.zeros(4)
    try:
        picky[1, 4](x, which)
        cuda.synchronize()
        print(which, "no error")
    except (ValueError, AssertionError, IndexError, ZeroDivisionError) as e:
        print(which, type(e).__name__)


def work(which):
    d = cuda.to_device(np.ones(4))
    e = cuda.device_array_like(d)
    picky[1, 4](d, which)
    cuda.synchronize()
    return e


for i in range(3):
    try:
        work(0)
    except ValueError:
        print("device arrays are released")

try:
    k[1, 1](np.zeros(3), 1)
except TypeError:
    print("too many arguments")
try:
    k[1, 1]()
except TypeError:
    print("too few arguments")
try:
    k.forall(-1)(np.zeros(3))
except ValueError:
    print("negative tasks")
k.forall(0)(np.zeros(3))
k.forall(0, tpb=64)(np.zeros(3))
x = np.zeros(8)
k.forall(8, tpb=3)(x)
k[2, 4](x)
print(x)
