import numpy as np
from numba import njit


class Overdrawn(Exception):
    pass


class LimitError(ValueError):
    def __init__(self, limit):
        super().__init__("limit is %d" % limit)
        self.limit = limit


@njit
def checked_sqrt(x):
    if x < 0:
        raise ValueError("negative argument")
    return np.sqrt(x)


@njit
def safe_mean(a):
    try:
        if a.size == 0:
            raise ZeroDivisionError("empty")
        return a.sum() / a.size
    except Exception:
        return -1.0


@njit
def find(a, x):
    for i in range(a.size):
        if a[i] == x:
            return i
    raise KeyError("not found")


def attempt(label, action):
    try:
        value = action()
    except (ZeroDivisionError, OverflowError) as e:
        print(label, "arithmetic:", type(e).__name__, e)
    except LookupError as e:
        print(label, "lookup:", type(e).__name__, e)
    except LimitError as e:
        print(label, "limit:", e, e.limit)
    except ValueError as e:
        print(label, "value:", e)
    except Exception as e:
        print(label, "other:", type(e).__name__, e)
    else:
        print(label, "fine:", value)
    finally:
        log.append(label)


def limited(n):
    if n > 3:
        raise LimitError(3)
    return n


def withdraw(balance, amount):
    if amount > balance:
        raise Overdrawn("short by", amount - balance)
    return balance - amount


def nested():
    steps = []
    try:
        steps.append("try")
        try:
            [][0]
        except IndexError:
            steps.append("inner")
            raise
        finally:
            steps.append("finally")
    except IndexError as e:
        steps.append(str(e))
    return steps


def early_return():
    for k in range(5):
        try:
            if k == 2:
                return k
        finally:
            log.append(k)
    return -1


log = []
attempt("a", lambda: 10 // 4)
attempt("b", lambda: 1 / 0)
attempt("c", lambda: [1, 2][5])
attempt("d", lambda: {"x": 1}["y"])
attempt("e", lambda: int("12a"))
attempt("f", lambda: limited(2))
attempt("g", lambda: limited(9))
attempt("h", lambda: withdraw(5, 8))
attempt("i", lambda: checked_sqrt(-1.0))
attempt("j", lambda: checked_sqrt(6.25))
attempt("k", lambda: find(np.arange(4), 9))
attempt("l", lambda: np.zeros(3)[7])
attempt("m", lambda: np.ones(3) + np.ones(4))
attempt("n", lambda: np.arange(6).reshape(4, 2))
attempt("o", lambda: float("nan") > 1)
print(nested())
print(early_return(), log)
print(safe_mean(np.array([1.0, 2.0])), safe_mean(np.zeros(0)))
try:
    assert 1 + 1 == 3, "arithmetic is broken"
except AssertionError as e:
    print("AssertionError:", e)
try:
    try:
        raise KeyError("inner")
    except KeyError as e:
        raise RuntimeError("outer") from e
except RuntimeError as e:
    print(e, "caused by", repr(e.__cause__))
retries = 0
while True:
    try:
        retries += 1
        if retries < 3:
            raise Overdrawn
        break
    except Overdrawn:
        continue
print("retries", retries)
