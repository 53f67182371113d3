class Shape:
    pass
class Sq(Shape):
    def __init__(self, a): self.a = a
class Ci(Shape):
    def __init__(self, r): self.r = r
for s in [Sq(1), Ci(2)]:
    print(type(s).__name__, s.__class__.__name__, isinstance(s, (Ci, int)), isinstance(s, Sq))
class HttpError(Exception):
    def __init__(self, code, msg):
        super().__init__(msg)
        self.code = code
class NotFound(HttpError):
    def __init__(self, what):
        super().__init__(404, f"{what} not found")
        self.what = what
class Teapot(HttpError):
    def __init__(self):
        super().__init__(418, "teapot")
    def __str__(self):
        return "I'm a teapot"
def go(k):
    try:
        if k == 0:
            raise HttpError(500, "boom")
        if k == 1:
            raise NotFound("x")
        if k == 2:
            raise Teapot()
        return 1 // 0
    except HttpError as e:
        print(type(e).__name__, e.code, e, str(e), repr(e), isinstance(e, NotFound), isinstance(e, Exception), e.args)
        if isinstance(e, NotFound):
            print("what", e.what)
        if k == 2:
            raise
        if k == 1:
            raise e
    except ArithmeticError as e:
        print(type(e).__name__, e)
for k in range(4):
    try:
        go(k)
    except Exception as e:
        print("outer", type(e).__name__, e)
def tn(n):
    v = None if n > 2 else n
    return type(v).__name__
print(tn(1), tn(4))
vals = [1, "a", 2.5]
print([type(v).__name__ for v in vals])
