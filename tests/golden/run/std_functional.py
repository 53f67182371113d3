import heapq, bisect, copy, operator, string
from functools import reduce, partial, lru_cache, cache, wraps
from operator import add, mul, itemgetter, attrgetter, methodcaller
print(reduce(add, [1, 2, 3], 10), reduce(lambda a, b: a * 10 + b, [1, 2, 3]), reduce(mul, range(1, 6)))
print(sorted([("a", 3), ("b", 1)], key=itemgetter(1)), list(map(itemgetter(0), [(1, "x"), (2, "y")])))
print(itemgetter(1, 0)(("p", 5)), max([("a", 3), ("b", 7)], key=operator.itemgetter(1)))
def power(base, exp, scale=1):
    return base ** exp * scale
sq = partial(power, exp=2)
cube = partial(power, exp=3, scale=2)
two = partial(power, 2)
print(sq(5), cube(2), two(10), two(3, scale=5), list(map(sq, [1, 2, 3])))
@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80))
@cache
def grid(r, c):
    if r == 0 or c == 0:
        return 1
    return grid(r - 1, c) + grid(r, c - 1)
print(grid(16, 16))
@lru_cache
def name(s, k):
    return s * k
print(name("ab", 2), name("ab", 2))
fib.cache_clear()
print(fib(30))
def deco(f):
    @wraps(f)
    def wrapper(*args):
        print("calling", end=" ")
        return f(*args)
    return wrapper
@deco
def hello(a, b):
    return a + b
print(hello(1, 2), hello("x", "y"))
h = []
for x in [5, 1, 8, 3, 2, 9]:
    heapq.heappush(h, x)
print(h, heapq.heappop(h), heapq.heappop(h), h)
t = []
heapq.heappush(t, (2.5, "b"))
heapq.heappush(t, (1.5, "c"))
heapq.heappush(t, (1.5, "a"))
while t:
    d, n = heapq.heappop(t)
    print(d, n, end="; ")
print()
q = [9, 4, 7, 1]
heapq.heapify(q)
print(q, heapq.heapreplace(q, 5), heapq.heappushpop(q, 0), q, heapq.nsmallest(2, q), heapq.nlargest(2, [3, 9, 1], key=lambda v: -v))
try:
    heapq.heappop([])
except IndexError as e:
    print(e)
a = [1, 3, 3, 5]
print(bisect.bisect_left(a, 3), bisect.bisect_right(a, 3), bisect.bisect(a, 4), bisect.bisect_left(a, 3, 2), bisect.bisect([], 3))
bisect.insort(a, 4)
bisect.insort_left(a, 3)
print(a)
words = ["kiwi", "apple"]
m = [[1, 2], [3]]
c1 = copy.copy(m)
c2 = copy.deepcopy(m)
m[0].append(9)
c1.append([7])
print(m, c1, c2)
d = {"a": [1], "b": [2, 3]}
e = copy.deepcopy(d)
d["a"].append(5)
print(d, e, copy.copy((1, 2)), copy.deepcopy("s"))
class P:
    def __init__(self, x):
        self.x = x
        self.items = [x]
p = P(3)
r = copy.copy(p)
s = copy.deepcopy(p)
p.items.append(4)
p.x = 10
print(r.x, r.items, s.x, s.items)
print(sorted([P(3), P(1)], key=attrgetter("x"))[0].x, list(map(methodcaller("upper"), ["a", "b"])), methodcaller("split", ",")("a,b"))
print(operator.lt(1, 2), operator.neg(5), operator.contains([1, 2], 2), operator.truediv(7, 2), operator.getitem([5, 6], 1), operator.not_(0))
print(string.ascii_lowercase[:5], string.digits, string.capwords("hello big world"), string.punctuation)
ops = {"+": operator.add, "-": operator.sub, "*": operator.mul}
for k in ops:
    print(k, ops[k](7, 3), end=" ")
print()
