"""Sums, products, extremes and counts in loops, with the awkward cases."""
import numpy as np

n = 30_000
x = (np.arange(n) * 7919 % 10_007 - 5000) / 8.0

s = 0.0
for i in range(n):
    s += x[i]
print("sum", s)

s = 0.0
for i in range(n):
    s = x[i] - s
print("alternating", s)

s, t = 0.0, 0.0
for i in range(n):
    s += x[i]
    t += s if i % 3000 == 0 else 0.0
print("sum read in the loop", s, t)

low, high, where = x[0], x[0], 0
for i in range(n):
    low = min(low, x[i])
    if x[i] > high:
        high = x[i]
        where = i
print("extremes", low, high, where, int(np.argmax(x)) == where)

best, at = -1.0, -1
for i in range(n):
    if x[i] >= best:
        best, at = x[i], i
print("last of the largest", best, at)

odd = big = 0
both = True
either = False
bits = 0
for i in range(n):
    odd += i % 2
    big += x[i] > 600.0
    both = both and x[i] > -1e9
    either = either or x[i] == 0.125
    bits ^= i * 31
print("counts", odd, big, both, either, bits)

p = 1
for i in range(n):
    p = p * (i % 7 + 1) % 1_000_003
print("product", p)

y = x.copy()
y[n // 2] = np.nan
m = 0.0
for i in range(n):
    if y[i] > m:
        m = y[i]
print("nan skipped", m, "numpy", np.max(y))

hist = np.zeros(16, dtype=np.int64)
for i in range(n):
    hist[int(x[i] + 625.0) // 80] += 1
print("histogram", hist, hist.sum())

rows = np.zeros(50)
m2 = x[:2500].reshape(50, 50)
total = 0.0
for i in range(50):
    for j in range(i, 50):
        rows[i] += m2[i, j]
        total += m2[i, j] * m2[j, i]
print("triangle", rows[:3], rows.sum(), total)

count = 7
for i in range(0):
    count += 1
print("no iterations", count)
