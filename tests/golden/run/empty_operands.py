"""Sets and dicts that nothing was put into as operands; set methods of a list of sets."""
print(set.intersection(*map(set, ["ab", "bc"])), set.union(*[{1}, {2}]), set().union(*[{3}, {4}]))
l = [[1, 2], [3]]
print([*l[0], *l[1]], max(*[1, 2]))
def f(a, b): return a + b
print(f(*[1, 2]), f(*"ab"))
print(set().union({3, 4}), set().union([1, 2], {5}), set() | {7})
s = set()
t = s.union({"a"})
print(t, s, len(s))
u = set().intersection({1})
print(u, set() & {1}, {1} - set(), set() ^ {2}, set().difference({1}))
d = {}
e = {**d, "a": 1}
print(e, {} | {"k": 2}, d | {"z": 3})
print([] * 3, [] + ["x"])
