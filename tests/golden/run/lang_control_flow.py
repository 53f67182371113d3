for n in range(2, 12):
    for d in range(2, n):
        if n % d == 0:
            print(n, "=", d, "*", n // d, end="; ")
            break
    else:
        print(n, "is prime", end="; ")
print()
n, steps = 27, 0
while n != 1:
    if n % 2:
        n = 3 * n + 1
    else:
        n //= 2
    steps += 1
    if steps > 1000:
        break
else:
    print("reached 1 after", steps)
out = []
for i in range(10):
    if i == 3:
        continue
    if i == 8:
        break
    out.append(i)
print(out, i)
i = 0
while True:
    i += 1
    if i % 7 == 0 and i % 5 == 0:
        break
print(i)
x = 15
kind = "small" if x < 10 else "medium" if x < 20 else "large"
print(kind, 1 <= x < 20, 5 < x > 3 != 4, not x == 15, x in (1, 15), x is not None)
if x > 100:
    print("huge")
elif x > 10 and x % 5 == 0:
    print("fifteen-ish")
else:
    print("no")


def trace(v, name, log=[]):
    log.append(name)
    return v


def order():
    r = trace(0, "a") or trace(2, "b") and trace(3, "c")
    return r


log = []
print(order(), trace(None, "end", log), log)
total = 0
for a in range(3):
    for b in range(3):
        if b > a:
            break
        if (a + b) % 2:
            continue
        total += 10 * a + b
print(total)
if (half := x // 2) > 5:
    print("walrus", half)
data = iter([3, 1, 4, 0, 5])
got = []
while (v := next(data)) != 0:
    got.append(v)
print(got)
pass
for ch in "ab":
    for k in reversed(range(2)):
        print(ch, k, end=" ")
print()
for k in range(0):
    print("never")
else:
    print("empty loop runs else")
for k in range(10, 0, -3):
    print(k, end=" ")
print(k)
a, b = 0, 1
while a < 50:
    print(a, end=",")
    a, b = b, a + b
print()
assert total > 0, "positive"
k = 5
k = "now text"
print(k, k * 2)
