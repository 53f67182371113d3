from itertools import accumulate, chain, combinations, count, groupby, islice, permutations, product, takewhile, zip_longest
import numpy as np
from numba import njit


def readings():
    for t in range(12):
        yield t, 20 + 5 * ((t * 7) % 4) - t % 3


def moving(pairs, n):
    window = []
    for t, v in pairs:
        window.append(v)
        if len(window) > n:
            window.pop(0)
        if len(window) == n:
            yield t, sum(window) / n


def above(pairs, limit):
    return ((t, v) for t, v in pairs if v > limit)


def countdown(n):
    while n > 0:
        yield n
        n -= 1
    yield "lift-off"


def flatten(nested):
    for x in nested:
        yield from x


def primes_below(n):
    yield from (p for p in range(2, n) if all(p % d for d in range(2, int(p ** 0.5) + 1)))


@njit
def squares(n):
    for i in range(n):
        yield i * i


@njit
def running_total(a):
    s = 0.0
    for x in a:
        s += x
        yield s


@njit
def use(n):
    total = 0
    for v in squares(n):
        if v % 2 == 1:
            total += v
    return total


print(list(readings()))
print([(t, round(v, 3)) for t, v in above(moving(readings(), 3), 26.5)])
print(*countdown(3), sep="... ")
print(list(flatten([[1, 2], [3], [], [4, 5, 6]])))
print(list(primes_below(40)))
print(use(10), list(squares(6)), list(running_total(np.array([0.5, 1.5, 2.0]))))

g = squares(4)
print(next(g), next(g), sum(g))
total = 0
for n in count(1):
    total += n
    if total > 50:
        break
print(n, total)
print(list(accumulate([1, 2, 3, 4])), list(accumulate([3, 1, 4, 1, 5], max)))
print(list(chain("ab", "cd")), list(islice(count(10, 5), 4)))
print(list(combinations("abc", 2)), len(list(permutations(range(4)))))
print(list(product([0, 1], repeat=2)), list(takewhile(lambda v: v < 10, (1, 4, 9, 16, 4))))
print([(k, len(list(run))) for k, run in groupby("aaabccdd")])
print(list(zip_longest([1, 2, 3], "ab", fillvalue="-")))
print(sum(x * y for x, y in zip(range(5), range(5, 10))), any(v > 8 for v in range(9)), all(v > 0 for v in (1, 2)))
print(dict(enumerate("xyz", start=1)), list(reversed([1, 2, 3])), sorted((v * 5) % 7 for v in range(7)))
lazy = (print("computed", v) or v * v for v in (1, 2))
print("before")
print(next(lazy))
print(next(lazy))
