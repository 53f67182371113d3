from collections import namedtuple

P = namedtuple("P", "x y")
print([1, [2, [3, []]]], ([], {}, ()), {"a": [1, {"b": (2,)}]}, [(1, "a"), (2.5, None)])
print(["it's", 'q"q', "nl\n", "tab\t", "\\", "é"], ("a",), {"k'": "v"}, {1: {2: {3: 4}}}, [[[]]])
print([True, None, 1j, -0.0, 1e20, 1e-7, float("inf"), float("nan")], {2.5, }, {"s"}, [b"x"], range(3))
print(range(1, 10, 2), slice(1, 5, None))
print(P(1, 2.5), [P(0, "s")], (P(0, 0), 3), {"p": P(1, [2])})
print(None, [None], type(1), type(1.5), type("s"), type([]), [type(None)])
print({"k": None, "t": (1, 2), "l": [1]}, [1.5, "a", True, None, (1,), [2], {"k": 3}], (1,), ((),), [()])
print(str([1, "a"]), repr((1.0, "b")), f"{[1, 2]} {(1, 'x')} {{'k': 1}}", "%s %r" % ([1], {"a": 1}))
print("end", end=".\n")
