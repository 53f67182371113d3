s = {1, 2, 3}
s.add(4)
s.add(2)
s.discard(10)
s.remove(1)
print(s, len(s), 2 in s, 1 in s, set(), {7}, bool(set()))
t = {3, 4, 5}
print(s | t, s & t, s - t, s ^ t, s <= {2, 3, 4, 9}, s.issubset(t), s.isdisjoint({8}), {3, 4} < t, s == {4, 3, 2})
print(sorted(s.union([9])), sorted(s.intersection(t)), sorted(s.difference(t)), sorted({x % 3 for x in range(10)}))
s |= {6}
s &= {2, 3, 6}
s -= {3}
s.update([8, 9])
print(sorted(s), sum(s), max(s), frozenset([1, 2]) == {1, 2}, len(set("mississippi")), sorted(set("banana")))
seen = set()
dups = []
for v in [3, 1, 3, 2, 1, 3]:
    if v in seen:
        dups.append(v)
    seen.add(v)
print(dups, sorted(seen), len({(0, 1), (1, 0), (0, 1)}))

p = (1, 2.5, "x")
print(p, len(p), p[0], p[-1], p[1:], p + (4,), p * 2, (), (1,), 2.5 in p, p == (1, 2.5, "x"), p.index("x"))
print(p.count(1))
a, b, c = p
a, b = b, a
print(a, b, c, (1, 2) < (1, 3), (2,) > (1, 99), max((1, 5), (1, 4)), sorted([(2, "b"), (1, "z"), (2, "a")]))
nested = ((1, 2), (3, (4, 5)))
(q, r), (u, (v, w)) = nested
print(q, r, u, v, w, nested, nested[1][1][0])


def stats(values):
    return min(values), max(values), sum(values) / len(values)


lo, hi, mean = stats([4, 8, 6])
print(lo, hi, mean, stats((1, 2)), tuple([1, 2]), tuple("ab"), tuple(x * x for x in range(4)))
points = [(0, 0), (3, 4), (-1, 1)]
for i, (x, y) in enumerate(points):
    print(i, x * x + y * y, end=" | ")
print(sum(x for x, _ in points), [y for _, y in points], max(points), min(points, key=lambda pt: pt[1] - pt[0]))
for k, (n, ch) in enumerate(zip((1, 2, 3), "abc")):
    print(k, n, ch, end=" ")
print(list(zip([1, 2, 3], "ab")), dict(zip("ab", (1, 2))), any((0, 1)), all(()), tuple(reversed((1, 2, 3))))
matrix = ((1, 2), (3, 4))
print(tuple(zip(*matrix)), sum((1, 2, 3)), min(5, *(3, 9)), [*range(3), *"ab"], (*p, 0), {**{"a": 1}})
