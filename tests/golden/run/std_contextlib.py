from contextlib import contextmanager, suppress, closing
class MyErr(Exception):
    pass
class R:
    def __init__(self):
        self.open = True
    def close(self):
        self.open = False
        print("closed")
@contextmanager
def swallow():
    try:
        yield
    except ValueError as e:
        print("swallowed", e)
@contextmanager
def bad():
    yield 1
    yield 2
class T:
    @contextmanager
    def scope(self, n):
        self.n = n
        yield n * 2
        self.n = 0
with swallow():
    raise ValueError("v")
with swallow():
    print("fine")
try:
    with swallow():
        raise KeyError("k")
except KeyError as e:
    print("key", e)
try:
    with bad() as b:
        print(b)
except RuntimeError as e:
    print(e)
t = T()
with t.scope(4) as k:
    print(k, t.n)
print(t.n)
def g():
    with swallow():
        return 5
print(g())
for i in range(3):
    with suppress(ZeroDivisionError, KeyError):
        if i == 1:
            continue
        print(1 // (i - 2) if i else "zero")
        print({}[1] if False else "end")
with closing(R()) as r:
    print(r.open)
try:
    with suppress(ZeroDivisionError):
        raise MyErr("m")
except MyErr as e:
    print("my", e)
with swallow(), suppress(KeyError):
    raise ValueError("two")
def gen():
    try:
        while True:
            try:
                yield 1
            except ValueError:
                print("got it")
                yield 2
    finally:
        print("fin")
x = gen()
print(next(x))
print(x.throw(ValueError("a")))
print(next(x))
x.close()
print(isinstance(True, int), issubclass(bool, int), issubclass(MyErr, Exception), issubclass(KeyError, LookupError), issubclass(KeyError, (int, ValueError)))
print(type(None), isinstance(None, type(None)))
from collections import deque, Counter, OrderedDict, defaultdict
q = deque([1]); print(isinstance(q, deque), isinstance(Counter("a"), Counter), isinstance(q, list), isinstance(Counter("a"), dict), type(q).__name__, isinstance(defaultdict(int), defaultdict),isinstance(defaultdict(int), dict), isinstance(OrderedDict(), OrderedDict))
try:
    raise MyErr("q")
except Exception as e:
    print(isinstance(e, (ValueError, MyErr)), isinstance(e, Exception), isinstance(e, OSError))
try:
    raise MyErr("q")
except MyErr as e:
    print(isinstance(e, (ValueError, MyErr)), isinstance(e, Exception), isinstance(e, OSError))
def o(n):
    v = None if n > 2 else n
    return isinstance(v, int), isinstance(v, type(None)), isinstance(v, (int, type(None)))
print(o(1), o(5))
