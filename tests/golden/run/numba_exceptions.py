import numpy as np
from numba import njit


@njit
def positive(x):
    if x <= 0:
        raise ValueError("x must be positive")
    return x


@njit
def guarded(x):
    try:
        return positive(x)
    except Exception:
        return -1


@njit
def with_else(a, i):
    r = 0
    try:
        if i >= a.size:
            raise IndexError
        r = a[i]
    except Exception:
        r = -100
    else:
        r += 1
    finally:
        r *= 2
    return r


@njit
def checked(a):
    assert a.size > 0, "empty array"
    return a[0]


@njit
def search(a, x):
    for i in range(a.size):
        if a[i] == x:
            return i
    raise KeyError("missing", x)


@njit
def nested(n):
    if n == 0:
        raise RuntimeError("bottom")
    if n < 0:
        return 0
    return nested(n - 1) + 1


@njit
def message(code):
    if code == 1:
        raise TypeError("wrong type")
    if code == 2:
        raise NotImplementedError
    if code == 3:
        raise OverflowError("too large")
    return code


print(positive(3), guarded(5), guarded(-5), with_else(np.arange(3), 1), with_else(np.arange(3), 9))
print(checked(np.arange(2)), search(np.arange(5), 3))
try:
    positive(-1)
except ValueError as e:
    print("ValueError:", e)
try:
    checked(np.empty(0))
except AssertionError as e:
    print("AssertionError:", e)
try:
    search(np.arange(3), 7)
except KeyError as e:
    print("KeyError:", e.args)
try:
    nested(5)
except RuntimeError as e:
    print("RuntimeError:", e)
for code in range(4):
    try:
        print(message(code))
    except (TypeError, OverflowError) as e:
        print(type(e).__name__, e)
    except NotImplementedError:
        print("not implemented")
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as e:
    print(e)
