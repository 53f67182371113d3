def f(it):
    s = 0
    for a, b in it:
        s += a * b
    return s
x = [1, 2, 3]
y = [4, 5, 6]
print(f(zip(x, y)), f(enumerate(y)))
def g(it):
    for v in it:
        yield v
print(list(g(map(lambda t: t * 2, x))), list(g(reversed(x))))
print(list(g(c for c in "abc")))
def h(p, it):
    for v in it:
        if p(v):
            yield v
n = 2
print(list(h(lambda v: v > n, x)))
def cyc(it):
    pool = list(it)
    while pool:
        for p in pool:
            yield p
k = 0
for c in cyc("xyz"):
    print(c, end=" ")
    k += 1
    if k == 7:
        break
print()
