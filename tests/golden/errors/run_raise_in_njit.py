from numba import njit


@njit
def root(x):
    if x < 0.0:
        raise ValueError("square root of a negative number")
    return x ** 0.5


print(root(9.0))
print(root(-1.0))
