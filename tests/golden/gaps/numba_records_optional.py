import numpy as np
from numba import njit

point = np.dtype([("x", np.float64), ("y", np.float64), ("tag", np.int32)])


@njit
def centre(ps):
    sx = sy = 0.0
    for i in range(ps.shape[0]):
        sx += ps[i].x
        sy += ps[i]["y"]
    return sx / ps.shape[0], sy / ps.shape[0]


@njit
def tag_all(ps, limit):
    n = 0
    for p in ps:
        if p.x * p.x + p.y * p.y > limit:
            p.tag = 1
            n += 1
        else:
            p.tag = -1
    return n


@njit
def columns(ps):
    return ps["x"].sum(), ps["y"].max(), ps.x[0]


@njit
def locate(a, x):
    for i in range(a.size):
        if a[i] == x:
            return i
    return None


@njit
def use_optional(a, x):
    k = locate(a, x)
    if k is None:
        return -1
    return k * 10


@njit
def kinds(a):
    if isinstance(a, int):
        return "int"
    if isinstance(a, float):
        return "float"
    return "other"


ps = np.zeros(4, dtype=point)
ps["x"] = [0.0, 1.0, 2.0, 3.0]
ps["y"] = 0.5
print(centre(ps), tag_all(ps, 1.0), ps["tag"], columns(ps))
print(ps[2], ps["x"][ps["tag"] > 0])
print(locate(np.arange(5), 3), locate(np.arange(5), 9), use_optional(np.arange(5), 2), use_optional(np.arange(5), -7))
print(kinds(1), kinds(1.5), kinds("s"))
