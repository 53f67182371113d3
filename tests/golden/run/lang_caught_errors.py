def f(a, b=2): return a
for k in range(9):
    try:
        if k == 0: print("a" + 1)
        elif k == 1: print([1][0][1])
        elif k == 2: f()
        elif k == 3: f(1, 2, 3)
        elif k == 4: len(5)
        elif k == 5: (1, 2)[5]
        elif k == 6: a, b = (1, 2, 3)
        elif k == 7: print("x" < 1)
        else: f(1, c=3)
    except (TypeError, IndexError, ValueError) as e:
        print(type(e).__name__, e)


class E1(Exception):
    def __init__(self, n):
        self.n = n

    def __str__(self):
        return f"limit is {self.n}"


class E2(Exception):
    def __init__(self, a, b):
        self.a = a
        self.b = b


class E3(ValueError):
    def __init__(self, msg, code=3):
        super().__init__(msg)
        self.code = code


for k in range(3):
    try:
        if k == 0:
            raise E1(3)
        elif k == 1:
            raise E2(1, "x")
        raise E3("bad")
    except E1 as e:
        print("1", e, str(e), repr(e), e.args)
    except E2 as e:
        print("2", e, repr(e), e.args)
    except ValueError as e:
        print("3", e, repr(e), e.args)
try:
    raise E3("worse", code=9)
except E3 as e:
    print(e.code, e)


def add(log, x):
    log.append(x)


def pick(x):
    if x < 0:
        return 0
    return 1.5 * x


log = []
add(log, 1)
add(log, "a")
print(log, pick(-1), pick(2))
gen = (x * 2 for x in range(5) if x != 2)
print(next(gen), list(gen))
