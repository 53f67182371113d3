# __exit__ sees the exception and may swallow it; it runs once on every way out.
class Guard:
    def __init__(self, name, swallow):
        self.name = name
        self.swallow = swallow
        self.errors = 0

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            print("exit", self.name)
            return False
        self.errors += 1
        print("exit", self.name, kind.__name__, value)
        return self.swallow


class Silent:
    def __enter__(self):
        return 5

    def __exit__(self, *args):
        print("silent", len(args), args[0] is None)


def leave(how):
    total = 0
    for i in range(3):
        with Guard(i, False) as g:
            total += g.name
            if how == 0 and i == 1:
                return total
            if how == 1 and i == 1:
                break
            if how == 2 and i == 1:
                continue
            total += 10
    return total


x = 1
with Guard(8, True) as g, Guard(9, False):
    x = 2
    [1, 2][x]
print("after", x, g.errors)
with Guard(7, True) as a:
    with Guard(6, True) as b:
        raise KeyError("k")
    print("between", a.errors, b.errors)
print([leave(how) for how in range(4)])
try:
    with Guard(5, False):
        x = 3
        raise ValueError("out")
except ValueError as e:
    print("caught", e, x)
with Silent() as five:
    print(five)
try:
    with Silent():
        1 // (x - 3)
except ZeroDivisionError as e:
    print(e)
