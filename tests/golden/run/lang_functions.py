def greet(name, greeting="Hello", *, mark="!"):
    return greeting + ", " + name + mark


def total(*values):
    s = 0
    for v in values:
        s += v
    return s


def scaled(factor, *values, offset=0):
    return [factor * v + offset for v in values]


def options(**kw):
    return sorted(kw.items())


def swap(a, b):
    return b, a


def nothing():
    pass


def early(x):
    if x < 0:
        return
    return x ** 0.5


def outer(n):
    def inner(k):
        return k + n

    return inner(1) + inner(2)


def doc(x: int, y: float = 1.5) -> float:
    """Annotated and documented."""
    return x * y


def positional(a, b, /, c):
    return a - b + c


print(greet("Ann"), greet("Bob", "Hi"), greet(greeting="Hey", name="Cy", mark="?"))
print(total(), total(1), total(1, 2, 3), total(1.5, 2), total(*[4, 5], 6), total(*range(4)))
print(scaled(2, 1, 2, 3), scaled(3, *(1, 2), offset=1))
print(options(b=2, a=1), options())
print(swap(1, "a"), nothing(), early(-1), early(9), outer(10), doc(2), doc(2, y=2.5), positional(5, 2, c=1))
print((lambda x, y=2: x * y)(4), (lambda: 42)(), [f(3) for f in (abs, float, str)])
square = lambda v: v * v
print(list(map(square, range(5))), list(map(lambda a, b: a + b, [1, 2], [10, 20])), sum(map(len, ["a", "bb"])))


def apply(f, *args, **kwargs):
    return f(*args, **kwargs)


print(apply(max, 3, 9, 4), apply(greet, "Dee", mark="."), apply(int, "ff", base=16))
counter = 0


def bump():
    global counter
    counter += 1
    return counter


bump()
bump()
print(counter, bump())


def mutate(items, n):
    items.append(n)
    n += 1
    return n


box, k = [1], 5
print(mutate(box, k), box, k)


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


def poly(x):
    return x + x


print(fact(15), poly(2), poly(1.5), poly("ab"), poly([1]), poly((1,)))
print(doc.__name__, callable(doc), isinstance(3, int), isinstance(2.5, (int, str)), type(3) is int)
print(type("a").__name__)
config = {"greeting": "Yo", "mark": "~"}
print(greet("Eve", **config))
