from numba import njit


@njit
def f(path):
    with open(path) as handle:  # error
        return handle.read()


print(f("data.txt"))
