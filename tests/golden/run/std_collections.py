from collections import deque, Counter, defaultdict, OrderedDict, namedtuple
q = deque([1, 2, 3])
q.append(4)
q.appendleft(0)
print(q, len(q), q[0], q[-1], 3 in q, q.pop(), q.popleft(), q)
q.rotate(1)
print(q, list(q), sum(q), bool(q), max(q))
q.extend([7, 8])
q.extendleft([5, 6])
print(q, q.index(7), q.count(8))
q.rotate(-2)
q.remove(7)
q.reverse()
q[1] = 99
print(q, [x * 2 for x in q], q == deque([1, 2]), q.copy() == q)
m = deque(maxlen=3)
for i in range(6):
    m.append(i)
print(m, m.maxlen, q.maxlen, len(m))
m.appendleft(10)
print(m)
def bfs(adj, s):
    dist = {s: 0}
    todo = deque([s])
    while todo:
        u = todo.popleft()
        for v in adj[u]:
            if v not in dist:
                dist[v] = dist[u] + 1
                todo.append(v)
    return dist
print(bfs({0: [1, 2], 1: [3], 2: [3], 3: []}, 0))
t = deque()
t.append((1, "a"))
t.append((2, "b"))
while t:
    n, s = t.popleft()
    print(n, s, end=" ")
print(t, len(t))
try:
    t.pop()
except IndexError as e:
    print(e)
c = Counter("mississippi")
print(c, c["s"], c["zz"], len(c), c.most_common(2), sum(c.values()), sorted(c.items()), c.total())
c["x"] += 5
c.update("xyz")
c.update({"m": 10})
print(c.most_common(), max(c, key=c.get))
d = Counter(a=3, b=1)
e = Counter({"a": 1, "b": 2})
print(d + e, d - e, d & e, d | e, list(d.elements()), Counter([1, 1, 2]), Counter())
d.subtract(["a", "b", "b"])
print(d, d == Counter(a=2, b=-1), "a" in d)
words = "the cat the dog".split()
print(Counter(words).most_common(1)[0], Counter(len(w) for w in words))
for w, n in Counter(words).items():
    print(w, n, end=";")
print()
g = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]:
    g[k].append(v)
print(g, dict(g), g["zz"], len(g), sorted(g), g.get("nope"))
h = defaultdict(int)
for ch in "hello":
    h[ch] += 1
print(h, h["q"], max(h.values()))
f = defaultdict(lambda: 1.5)
f["x"] += 1
print(f["x"], f["y"], len(f), dict(f))
s = defaultdict(set)
s[1].add(2)
s[1].add(3)
s[2].add(2)
print(s, {k: len(v) for k, v in s.items()})
nest = defaultdict(lambda: defaultdict(int))
nest["a"]["b"] += 2
nest["a"]["c"] += 1
print({k: dict(v) for k, v in nest.items()})
o = OrderedDict()
o["one"] = 1
o["two"] = 2
o["three"] = 3
o.move_to_end("one")
print(o, list(o), o.popitem(), o.popitem(last=False), o)
o2 = OrderedDict([("z", 1), ("y", 2)])
o2.move_to_end("y", last=False)
print(o2, OrderedDict())
P = namedtuple("P", "x y")
p = P(1, 2.5)
print(p, p.x, p[1], P(y=1, x=2), p._replace(x=9), p._fields, p._asdict(), tuple(p), p == (1, 2.5))
Q = namedtuple("Q", ["a", "b", "c"], defaults=[0, "z"])
print(Q(5), Q(1, 2), Q(1, 2, "w"), isinstance(Q(1), Q), isinstance(p, tuple), len(Q(1)))
x, y = p
print(x, y, [P(i, i * i) for i in range(3)], max([P(1, 5), P(3, 0)]), {P(1, 2): "k"})
b = bytearray(b"abc")
b[0] = 120
b.append(33)
print(b, bytes(b), len(b), bytes([65, 66]), bytes(3), bytes("hé", "utf-8"), b"ab" + b"c", 98 in b"abc")
