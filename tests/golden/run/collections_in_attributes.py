"""Empty containers as attributes that methods fill: what they hold is found out where they are used."""
from collections import defaultdict


class Table:
    def __init__(self):
        self.rows = []
        self.lists = {}
        self.nested = defaultdict(dict)
        self.groups = defaultdict(set)
        self.counts = {}

    def put(self, key, value):
        self.rows.append(value)
        self.lists.setdefault(key, []).append(value)
        self.nested[key][value] = key
        self.groups[key].add(value)
        if key not in self.counts:
            self.counts[key] = {}
        self.counts[key][value] = len(key)


class Graph:
    def __init__(self):
        self.nodes = set()
        self.edges = defaultdict(list)
        self.length = {}

    def connect(self, a, b, length):
        self.nodes |= {a, b}
        self.edges[a].append(b)
        self.edges[b].append(a)
        self.length[a, b] = self.length[b, a] = length


t = Table()
t.put("x", 1)
t.put("y", 2)
print(t.rows, t.lists, dict(t.nested), t.groups, t.counts)
g = Graph()
g.connect("a", "b", 3)
g.connect("b", "c", 4)
print(sorted(g.nodes), g.edges, g.length)


class Stack:
    def __init__(self, *items):
        self.items = list(items)

    def push(self, v):
        self.items.append(v)
        return self


class Log:
    def __init__(self):
        self.clear()

    def clear(self):
        self.rows = []
        self.best = {}

    def add(self, key, value):
        self.rows.append((key, value))
        self.best[key] = max(self.best.get(key, 0), value)


s = Stack()
s.push(1)
s.push(2.5)
print(s.items)
log = Log()
log.best[7] = "seven"
log.best["x"] = 2.5
log.rows.append(1)
log.rows.append("two")
print(log.rows, log.best)
log = Log()
log.clear()
print(log.rows, log.best)


class Both:
    def __init__(self):
        self.seen = []
        self.kept = {}

    def again(self):
        self.seen = []
        self.kept = {}


both = Both()
both.seen.append(1)
both.kept["a"] = 1
both.again()
both.seen.append("text")
both.kept["b"] = [1]
print(both.seen, both.kept)
