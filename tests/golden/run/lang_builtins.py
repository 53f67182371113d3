from functools import reduce
from operator import add, itemgetter, mul

print(list(enumerate("abc", 1)), list(zip(range(3), "xyz", [True, False, None])), list(reversed(range(4))))
print(list(map(int, ["1", "2"])), list(filter(lambda v: v > 1, [0, 1, 2, 3])), all([]), any([]), all([1, 0]))
print(any([0, 1]))
print(sorted([3, 1, 2]), sorted("bca", reverse=True), sorted([-3, 2, -1], key=abs))
print(sorted([(1, "b"), (0, "z"), (1, "a")]), sorted({"b": 1, "a": 2}))
print(min("hello"), max([1, 5, 3], default=0), min([3, -7], key=abs), max("a", "bb", key=len), sum([1.5, 2], 1))
print(abs(-3.5), round(2.567, 2), divmod(-7, 2), pow(2, 5), pow(2, -1), pow(7, 3, 13), int("101", 2))
print(float("1e3"), bool("False"), str(3.0))
print(chr(65), ord("z"), hex(255), bin(5), oct(64), repr("q"), len({1: 2}), list(range(3, 0, -1)), callable(len))
print(reduce(add, [1, 2, 3], 10), reduce(lambda a, b: a * 10 + b, [1, 2, 3]), reduce(mul, range(1, 6)))
print(sorted([("a", 3), ("b", 1)], key=itemgetter(1)))
it = iter([10, 20, 30])
print(next(it), next(it), list(it), isinstance(True, int), isinstance([], (list, tuple)), issubclass(bool, int))
x = [1, 2, 3]
y = x
print(x is y, x == [1, 2, 3], x is [1, 2, 3], None is None, 1 == True, "" or "default", [] == [])
print(len(range(0, 10, 3)), 6 in range(0, 10, 3))
r = range(10, 0, -2)
print(r[1], r[-1], list(r[1:3]), sum(r), max(r), list(r), r)
