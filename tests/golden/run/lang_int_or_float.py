import numpy as np
import math
def relu(x):
    return x if x > 0 else 0
print(relu(-1.5), relu(2.5), relu(3), relu(-2) + 1.5, math.sqrt(relu(4.0)), np.exp(relu(-1.0)))
t = 0
a = np.linspace(-1, 1, 5)
for v in a:
    t += v if v > 0 else 0
print(t)
for n in range(3):
    y = 1 if n > 1 else 0.5
    z = y * 2
    out = np.zeros(2)
    out[0] = y
    print(y, z, out, y > 0.7, int(y), round(y, 1), str(y), [y, z], -y, abs(y), y ** 2, f"{y:.2f}", max(y, 0.6), min([y, 3]))
    print(n and "yes", n or "zero", (n > 0 and 2.5) or 1)
    lst = [1 if k % 2 else 0.5 for k in range(4)]
    print(lst, sum(lst), np.mean(lst), sorted(lst))
def mean(xs):
    return sum(xs) / len(xs) if xs else 0
print(mean([1, 2]), mean([]), "%.3f" % mean([2, 4]), mean([3]) == 3)
w = mean([1, 2]) * 2 + 1
print(w)
x = 5 if w > 100 else 2.0
while x < 10:
    x = x * 2
print(x)
def clamp(v, lo=0, hi=1.0):
    return lo if v < lo else hi if v > hi else v
print(clamp(-1.0), clamp(0.5), clamp(7))
print([clamp(v) for v in (-1, 0.25, 3)])
def kadane(xs):
    best = cur = 0
    for v in xs:
        cur = max(0, cur + v)
        best = max(best, cur)
    return best
print(kadane([1.5, -2.0, 3.25, 1.0]), kadane([-1.0]), kadane([1, 2, -5, 4]))
print(max(0, -1.5), max(0, 2.5), min(1, 0.5), max([1, 2.5, 0]), max(3, 2.5, 1), min(3, 2.5, 1))
s = 0.0
for i in range(5):
    s += max(0, i - 2.5)
print(s)
