from numba import njit


@njit
def share(a, n):
    return a // n


print(share(10, 3))
print(share(10, 0))
