t = tuple([1, 2, 3])
print(t == (1, 2, 3), (1, 2) == t, t < (2,), t == [1, 2, 3], t != (1, 2, 3), hash(t) == hash((1, 2, 3)))
seen = set()
seen.add(t)
print((1, 2, 3) in seen, t in seen, len(seen), seen)
d = {t: "x"}
print(d[(1, 2, 3)], d)
def q(n):
    a = []
    for i in range(n):
        a.append(i)
    s = 0
    while a:
        x = a.pop(0)
        s += x
        if x % 3 == 0 and x < n:
            a.append(x + n)
        if x % 7 == 0:
            a.insert(0, 1)
    return s
print(q(1000))
a = [3]
for i in range(20):
    a.insert(0, i)
    if i % 4 == 0:
        a.pop(0)
        a.pop(0)
print(a, len(a))
a.insert(2, a[0])
a.insert(0, a[-1])
b = ["x"]
for i in range(10):
    b.insert(0, b[0] + str(i))
print(b[:3], len(b), b.pop(0), b.pop(0), b)
b.clear()
b.append("k")
print(b, a[::-1])
c = [[1], [2]]
c.pop(0)
c.pop(0)
c.append([5])
c.extend(c)
c.sort()
print(c, c.index([5]), c.count([5]))
try:
    c.index([7])
except ValueError as e:
    print(e, e.args, e.args[0])
try:
    raise ValueError("a", 3) from KeyError("k")
except ValueError as e:
    print(e, e.args, repr(e), repr(e.__cause__), e.__cause__)
try:
    raise ValueError(3)
except ValueError as e:
    print(e, e.args, repr(e), e.__cause__)
try:
    raise ValueError
except ValueError as e:
    print(e, e.args, repr(e))
