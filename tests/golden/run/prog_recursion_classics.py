import numpy as np
from numba import njit


@njit
def hanoi(n, a, b, c, moves):
    if n == 0:
        return 0
    k = hanoi(n - 1, a, c, b, moves)
    moves.append((a, c))
    return k + 1 + hanoi(n - 1, b, a, c, moves)


@njit
def solve_hanoi(n):
    moves = [(0, 0)]
    count = hanoi(n, 0, 1, 2, moves)
    return count, moves[1:]


@njit
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@njit
def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


@njit
def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


@njit
def permute(a, k, out, row):
    if k == a.size:
        out[row] = a
        return row + 1
    for i in range(k, a.size):
        a[k], a[i] = a[i], a[k]
        row = permute(a, k + 1, out, row)
        a[k], a[i] = a[i], a[k]
    return row


@njit
def determinant(m):
    n = m.shape[0]
    if n == 1:
        return m[0, 0]
    total = 0.0
    for c in range(n):
        minor = np.empty((n - 1, n - 1))
        for i in range(1, n):
            for j in range(n):
                if j < c:
                    minor[i - 1, j] = m[i, j]
                elif j > c:
                    minor[i - 1, j - 1] = m[i, j]
        total += (-1.0) ** c * m[0, c] * determinant(minor)
    return total


def power_set(items):
    if not items:
        return [[]]
    rest = power_set(items[1:])
    return rest + [[items[0]] + r for r in rest]


def flatten(x):
    return [v for part in x for v in part]


def binary_strings(n):
    return [""] if n == 0 else [b + s for b in "01" for s in binary_strings(n - 1)]


def parentheses(opened, closed, text, out):
    if opened == closed == 0:
        out.append(text)
        return
    if opened:
        parentheses(opened - 1, closed, text + "(", out)
    if closed > opened:
        parentheses(opened, closed - 1, text + ")", out)


def sierpinski(n):
    if n == 0:
        return ["*"]
    small = sierpinski(n - 1)
    pad = " " * 2 ** (n - 1)
    return [pad + row + pad for row in small] + [row + " " + row for row in small]


count, moves = solve_hanoi(3)
print(count, moves)
print([solve_hanoi(n)[0] for n in range(1, 8)])
print(ackermann(2, 3), ackermann(1, 10), is_even(10), is_odd(7), is_even(7))
out = np.zeros((6, 3), dtype=np.int64)
print(permute(np.array([1, 2, 3]), 0, out, 0))
print(out)
m = np.array([[2.0, 1.0, 3.0], [0.0, -1.0, 4.0], [1.0, 2.0, 0.5]])
print(determinant(m), "%.6f" % np.linalg.det(m), determinant(np.diag(np.arange(1.0, 6.0))))
print(power_set(["a", "b", "c"]))
print(flatten([[1], [2, 3], []]), binary_strings(3))
pairs = []
parentheses(3, 3, "", pairs)
print(pairs)
for row in sierpinski(3):
    print(row.rstrip())


def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


def digits(n):
    return [n] if n < 10 else digits(n // 10) + [n % 10]


print(gcd(1071, 462), digits(90210), sum(digits(123456789)))
