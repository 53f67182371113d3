"""Loops that look parallel and are not; long enough that splitting them would show."""
import numpy as np

n = 20_000


def show(name, a):
    print(name, a[:6], a[-4:], int(a.sum()), int((a * np.arange(a.size) % 9973).sum()))


a = np.arange(n) % 13
for i in range(1, n):
    a[i] = (a[i - 1] * 3 + a[i]) % 1009
show("recurrence", a)

a = np.arange(n) % 13
for i in range(5, n):
    a[i] = (a[i - 5] + a[i]) % 1009
show("distance 5", a)

a = np.arange(n) % 13
for i in range(n - 1):
    a[i] = a[i + 1] * 2
show("anti-dependence", a)

a = np.arange(n)
for i in range(n):
    a[i % 100] += i
show("wrapped subscript", a)

a = np.zeros(n, dtype=np.int64)
for i in range(n):
    a[i // 2] = a[i // 2] * 2 + i % 3
show("halved subscript", a % 1000)

a = np.arange(n)
for i in range(n):
    a[i ^ 1] = a[i] + 1
show("neighbour swap", a)

a = np.arange(n)
for i in range(n - 2, -1, -1):
    a[i] = (a[i + 1] + a[i]) % 7919
show("descending", a)

a = np.arange(n)
for i in range(2, n, 2):
    a[i] = a[i - 1] + a[i - 2] % 50
show("step two", a)

a = np.arange(n)
for i in range(n):
    a[i - 1] = a[i] + 1
show("negative subscript", a)

a = np.arange(n)
b = np.zeros(n + 3, dtype=np.int64)
for i in range(n):
    b[i] = a[i]
    b[i + 3] = -a[i]
show("two writes", b)

u = np.zeros((60, 60), dtype=np.int64)
u[0] = 1000
u[:, 0] = 500
for sweep in range(4):
    for i in range(1, 59):
        for j in range(1, 59):
            u[i, j] = (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) // 4
print("gauss-seidel", u[1, :6], u[30, 28:34], int(u.sum()))
