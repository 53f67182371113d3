"""Running sums, first-order recurrences and other loops that carry a value."""
import numpy as np

n = 20_000
x = (np.arange(n) * 31 % 97).astype(np.float64)

run = np.zeros(n)
s = 0.0
for i in range(n):
    s += x[i]
    run[i] = s
print("cumsum", np.array_equal(run, np.cumsum(x)), run[-1])

excl = np.zeros(n)
s = 0.0
for i in range(n):
    excl[i] = s
    s += x[i]
print("exclusive", excl[:4], excl[-1], s)

p = np.zeros(n + 1)
for i in range(n):
    p[i + 1] = p[i] + x[i]
print("prefix", p[:4], p[-1])

top = np.zeros(n)
m = -1.0
for i in range(n):
    m = max(m, x[i])
    top[i] = m
print("running maximum", top[:8], np.array_equal(top, np.maximum.accumulate(x)))

ema = np.zeros(n)
ema[0] = x[0]
for i in range(1, n):
    ema[i] = 0.5 * x[i] + 0.5 * ema[i - 1]
print("smoothing", ema[1:4], round(float(ema[-1]), 9))

k = 0
packed = np.full(n, -1.0)
for i in range(n):
    if x[i] > 90.0:
        packed[k] = x[i]
        k += 1
print("compaction", k, packed[:6], np.array_equal(packed[:k], x[x > 90.0]))

state = 1
bits = np.zeros(n, dtype=np.int64)
for i in range(n):
    state = (state * 1103515245 + 12345) % 2147483648
    bits[i] = state >> 16 & 7
print("generator", bits[:10], np.bincount(bits))

a, b = 0, 1
for i in range(n):
    a, b = b, (a + b) % 1_000_007
print("fibonacci", a, b)

gap = np.zeros(n, dtype=np.int64)
last = -1
for i in range(n):
    if x[i] == 96.0:
        last = i
    gap[i] = i - last if last >= 0 else -1
print("since the last", gap[:4], gap.max(), last)

v = 1.0
for i in range(n):
    v = v * 0.999 + 0.001 * x[i]
print("decay %.9f" % v)
