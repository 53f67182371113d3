"""What is left of the variables when a loop is over."""
import numpy as np

n = 20_000
x = np.arange(n) * 37 % 1000

for i in range(n):
    t = x[i] * 2
print("last value", i, t)

hit = -1
for i in range(n):
    if x[i] == 999:
        hit = i
print("conditional last value", hit)

for i in range(n):
    if x[i] == 500:
        break
print("break", i, x[i])

found = None
for i in range(n):
    if x[i] > 5000:
        found = i
        break
else:
    print("else branch", i)
print(found is None)

k = 0
for i in range(0, n, 3):
    k += 2
    x[i] = k
print("induction", k, x[:7], x[n - 2])

a = np.zeros(100)
for i in range(100):
    tmp = np.zeros(3)
    for j in range(3):
        tmp[j] = i * j
    a[i] = tmp.sum()
print("private array", a[:4], a[-1], tmp)

w = 5
for w in range(3):
    pass
print("loop variable", w)

z = 1.0
for i in range(10):
    z, old = z * 2, z
print("swap", z, old)

total = 0
for row in np.arange(12).reshape(3, 4):
    for v in row:
        total += v
        if v % 4 == 2:
            continue
        total += 100
print("nested", total, row, v)

i = 0
while i < n:
    i += 7
    if i % 1001 == 0:
        break
print("while", i)

flags = np.zeros(n, dtype=bool)
for i in range(n):
    flags[i] = x[i] % 2 == 0
    last_flag = flags[i]
print("flag", last_flag, flags.sum())
