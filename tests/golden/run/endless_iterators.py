"""Loops over generator expressions that are left early; takewhile and islice of endless ones."""
x = 100
s = 0
for i in (x * x for x in range(4)):
    s += i + x
print(s)
for i in (v for v in [5, 6, 7]):
    if i == 6:
        break
    print(i)
else:
    print("none")
from itertools import count, takewhile
for n in (k * k for k in count(1) if k % 2):
    if n > 50: break
    print(n, end=" ")
print()
print(list(takewhile(lambda x: x < 30, (n * n for n in count(1)))))
for n in (k for k in range(3)):
    if n == 1: continue
    print(n)
else:
    print("done")
g = (n * n for n in range(10))
for v in g:
    if v > 10: break
print(v)
from itertools import count, takewhile, islice
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
print(sum(takewhile(lambda x: x < 4000000, (f for f in fib() if f % 2 == 0))))
print(list(islice((n for n in count(1) if n % 7 == 3), 4)), list(islice((n for n in count() if n % 2), 2, 9, 3)), list(islice((n for n in count()), 0)))
for k in islice((n for n in count(5) if n % 3), 4):
    if k == 7: continue
    print(k, end=" ")
print()
for k in takewhile(lambda t: t < 4, (n for n in count())):
    if k == 2: break
    print(k, end=" ")
else:
    print("no")
print(k)
for k in takewhile(lambda t: t < 4, (n for n in count())):
    pass
else:
    print("yes", k)
print(list(takewhile(lambda p: p[0] < 3, zip(count(), "abcdef"))), dict(islice(((c, i) for i, c in enumerate("xyz")), 2)))
print([x for x in takewhile(str.isdigit, "123ab")], max(islice((x * x for x in range(-5, 5)), 3)))
def first(n, p):
    return list(islice((x for x in count(2) if all(x % d for d in range(2, int(x ** .5) + 1)) and p(x)), n))
print(first(5, lambda v: v % 4 == 1))
