# Loop variables stay what they are where the body changes them, and checks in front of a loop know them.
import numpy as np
from numba import njit


@njit(boundscheck=True)
def products(A, B):
    total = 0.0
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, i]
        for k in range(A.shape[1]):
            total += A[i, k] + B[k, i]
            k = 2
    return total


@njit(boundscheck=True)
def shifted(A, n):
    total = 0.0
    for i in range(n):
        i += 1
        total += A[i]
    return total


@njit(boundscheck=True)
def before(A, n):
    total = 0.0
    i = n + 5
    for t in range(n):
        total += A[i - 6]
        i = t + 6
    return total


print(products(np.arange(9.0).reshape((3, 3)), np.ones((3, 3))))
for call in range(3):
    try:
        if call == 0:
            print(products(np.arange(9.0).reshape((3, 3)), np.ones((2, 3))))
        elif call == 1:
            print(shifted(np.ones(4), 4))
        else:
            print(before(np.arange(4.0), 4))
    except IndexError:
        print("out of range")
print(shifted(np.arange(5.0), 4))
