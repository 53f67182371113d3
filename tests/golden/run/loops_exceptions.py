"""Exceptions out of long loops: the first one in order is raised, what came before is kept."""
import numpy as np

n = 20_000
x = np.arange(n) - 15_000


def run(action):
    out = np.zeros(n, dtype=np.int64)
    try:
        action(out)
        print("no exception", end=" ")
    except (ValueError, ZeroDivisionError, IndexError, OverflowError) as e:
        print(type(e).__name__, "-", e, end=" ")
    print(int(np.count_nonzero(out)), int(out.sum()))


def division(out):
    for i in range(n):
        out[i] = 1_000_000 // int(x[i])


def raising(out):
    for i in range(n):
        if x[i] % 4999 == 0:
            raise ValueError(f"stopped at {i}")
        out[i] = 1


def beyond(out):
    for i in range(n + 5):
        out[i] = i


def before(out):
    for i in range(n):
        out[i - 20_010 if i == 300 else i] = 2


def parsing(out):
    for i in range(n):
        out[i] = int("7") if i != 9000 else int("seven")


def fine(out):
    for i in range(n):
        out[i] = i % 5


def caught_inside(out):
    for i in range(n):
        try:
            out[i] = 100 // (int(x[i]) % 100)
        except ZeroDivisionError:
            out[i] = -1


for action in (division, raising, beyond, before, parsing, fine, caught_inside):
    print(action.__name__, end=": ")
    run(action)
