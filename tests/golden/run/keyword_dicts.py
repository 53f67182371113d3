"""Keywords from dicts: **{...}, ** of a variable, and what **kwargs takes of them."""
def f(*args, **kwargs): return len(args), sorted(kwargs)
print(f(1, 2, x=3), f(*[1, 2, 3], **{"a": 1}), f(**{"a": 1, "b": 2}))
opts = {"p": 1, "q": 2}
print(f(**opts), f(0, **opts, r=3))
def g(a, **kw): return a, kw
print(g(1, **opts), g(**{"a": 5, "z": 6}))
d = {}
d["k"] = 1
print(g(2, **d))


def area(width, height=2, **rest):
    return width * height, rest


size = {"width": 3, "height": 4}
print(area(**size), area(**{"width": 5}), area(1, **{"colour": "red"}))
size["depth"] = 7
print(area(**size), area(**size, weight=9))
