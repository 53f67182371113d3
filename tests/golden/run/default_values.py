"""Default values of methods that are not constants; empty lists and dicts as defaults."""
import math, numpy as np
N = 5
class A:
    SIZE = 3
    def __init__(self, n=N, f=math.sqrt, best=float('inf'), w=np.zeros(2), m=SIZE, *, k=[1]):
        self.n, self.f, self.best, self.w, self.m, self.k = n, f, best, w, m, k
    def run(self, x=math.pi, g=lambda v: v + 1):
        return g(self.f(x)) + self.n
    @staticmethod
    def s(a, b=N * 2): return a + b
a = A()
a.w[0] = 4
print(a.n, a.f(4), a.best, a.w, a.m, a.k, a.run(), a.run(4.0, lambda v: v * 2), A.s(1), A.s(1, 2), A().w)
b = A(2, math.sin, w=np.ones(1))
print(b.n, b.w)
class B(A):
    def __init__(self, n=N + 1):
        super().__init__(n)
        self.hist = []
print(B().n, B().best)
def f(n, path=[]):
    if n > 2:
        return path
    return [n, n]
r = f(1)
r.append(5)
s = f(3)
s.append(7)
print(r, s)
def g(n, path=[], d={}, t=set()):
    if n:
        path = [1.5]
        d = {"a": 2}
        t = {3}
    path.append(2.5); d["z"] = 1; t.add(9)
    return path, d, sorted(t)
print(g(0), g(1))
class Items:
    def __init__(self, items=[], opts={}):
        self.items = items
        self.opts = opts
    def add(self, x):
        self.items = self.items + [x]
        self.opts = {**self.opts, x: 1}
b = Items(); b.add("q"); print(b.items, b.opts)
def h(x, acc=[]):
    if x == 0: return acc
    return h(x - 1, acc + [x])
print(h(4), [] + [1], [1] + [], h(2, [0]))
def k(x, acc=None):
    acc = acc or []
    acc.append(x)
    return acc if x > 3 else k(x + 1, acc)
print(k(1))
graph = {'A': ['B', 'C'], 'B': ['C', 'D'], 'C': ['D'], 'D': ['C'], 'E': ['F'], 'F': ['C']}
def find_path(graph, start, end, path=[]):
    path = path + [start]
    if start == end:
        return path
    if start not in graph:
        return None
    for node in graph[start]:
        if node not in path:
            newpath = find_path(graph, node, end, path)
            if newpath: return newpath
    return None
print(find_path(graph, 'A', 'D'))
