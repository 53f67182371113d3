d = {"one": 1, "two": 2}
d["three"] = 3
d["one"] += 10
print(d, len(d), d["two"], "one" in d, "x" in d, d.get("x"), d.get("x", 0), d.get("two", 0))
for k in d:
    print(k, end=" ")
for k, v in d.items():
    print(k, "=", v, end="; ")
print(list(d.keys()), list(d.values()), list(d.items()))
print(d.pop("two"), d.pop("nope", -1), d, d.setdefault("four", 4), d.setdefault("one", 0), d)
del d["three"]
d.update({"five": 5, "one": 1})
print(d, sorted(d), sorted(d.items(), key=lambda kv: -kv[1]), max(d, key=d.get))
sq = {n: n * n for n in range(5)}
inv = {v: k for k, v in sq.items()}
print(sq, inv, sum(sq.values()), {k: v for k, v in sq.items() if v % 2})
e = dict(a=1, b=2)
f = dict([("x", 1.5), ("y", 2.5)])
g = dict(zip("pqr", range(3)))
print(e, f, g, {**e, "c": 3}, e | {"b": 20}, e == {"b": 2, "a": 1})
h = e.copy()
h["a"] = 99
h.clear()
print(e, h, len(h), bool(h), bool(e))
grid = {}
for i in range(3):
    for j in range(i + 1):
        grid[(i, j)] = i * 10 + j
print(grid, grid[(2, 1)], (0, 1) in grid)
groups = {}
for w in ["apple", "bean", "avocado", "beet", "corn"]:
    groups.setdefault(w[0], []).append(w)
print(groups, {k: len(v) for k, v in groups.items()})
nested = {"a": {"x": 1}, "b": {"x": 2, "y": 3}}
nested["a"]["y"] = 10
print(nested, nested["b"]["y"], [v["x"] for v in nested.values()])
counts = {}
for ch in "hello world":
    counts[ch] = counts.get(ch, 0) + 1
print(counts, max(counts.values()), [k for k, v in counts.items() if v > 1])
print({}, {0: 0.0, 1: -0.0}, {"k": (1, 2)}, {(1,): [2]})
memo = {}


def fib(n):
    if n in memo:
        return memo[n]
    r = n if n < 2 else fib(n - 1) + fib(n - 2)
    memo[n] = r
    return r


print(fib(80), len(memo))
last = d.popitem()
print(last, d, list(reversed(e)), next(iter(e)))
try:
    print(d["missing"])
except KeyError as err:
    print("KeyError", err)
