from numba import njit


@njit("float64(float65)")  # error
def f(x):
    return x


print(f(1.0))
