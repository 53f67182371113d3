def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
print(depth(900))
def forever(n):
    return forever(n + 1) + 1
try:
    forever(0)
except RecursionError as e:
    print("RecursionError")
def ping(n):
    return pong(n + 1) if n >= 0 else 0
def pong(n):
    return ping(n + 1) + 1
try:
    ping(0)
except RecursionError:
    print("mutual")
def gen(n):
    def inner(k):
        return inner(k + 1) + 1
    try:
        inner(0)
    except RecursionError as e:
        yield "inner"
    yield depth(100)
for v in gen(3):
    print(v)
class A:
    def m(self, x):
        return self.m(x) + 1
try:
    A().m(1)
except RecursionError as e:
    print("method", type(e).__name__)
print(depth(500))
