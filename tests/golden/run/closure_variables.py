"""What inner functions see of variables that are assigned several times, in loops, or later."""
def f(n, x=None):
    x = 1.5 if x is None else x
    if n > 3:
        k = "big"
    else:
        k = 7
    n = str(n)
    g = lambda: (n, x, k)
    return g
print(f(2)(), f(9, 2)())
def h(v):
    v = list(map(lambda t: t + len(v), v))
    return v
print(h([1, 2, 3]))
def late(n):
    def g(): return n
    n = n + 1
    return g
print(late(1)())
def loop():
    fs = []
    for i in range(3):
        j = i * 2
        fs.append(lambda: (i, j))
    return [f() for f in fs]
print(loop())
def rec(n):
    def walk(d): return d if d >= m else walk(d + 1)
    m = n * 2
    return walk(0)
print(rec(4))
def w(n):
    total = 0
    def add(k):
        nonlocal total
        total += k
    for i in range(n): add(i)
    total = total * 2
    add(1)
    return total
print(w(4))
def outer(k):
    fs = []
    fs.append(lambda x: x * k)
    fs.append(lambda x: x + k)
    return fs
for f in outer(3): print(f(10))
def pick(n):
    a = n * 2
    def up(x): return x + a
    def down(x): return x - a
    return up if n > 0 else down
print(pick(2)(1), pick(-2)(1))
d = {"sq": lambda x: x * x}
def adder(n):
    def add(x): return x + n
    return add
d["a5"] = adder(5)
print(d["a5"](1), d["sq"](7))
