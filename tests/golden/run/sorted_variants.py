"""Instances of several classes that one base class orders: sorted, min, max, list.sort."""
class A:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n < o.n
class B(A):
    pass
class C(A):
    pass
l = [C(3), B(2), C(1)]
print([x.n for x in sorted(l)], min(l).n)
for r in [[1, 2], [3]]: print(*("%2d" % v for v in r))
m = [B(i % 3) if i % 2 else C(i % 4) for i in range(11)]
print([(type(x).__name__, x.n) for x in sorted(m)], [(type(x).__name__, x.n) for x in sorted(m, reverse=True)])
m.sort()
print([x.n for x in m], max(m).n, B(1) < C(2))
