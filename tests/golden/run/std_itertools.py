from itertools import accumulate, chain, islice, combinations, permutations, product, combinations_with_replacement, count, cycle, repeat, takewhile, dropwhile, groupby, zip_longest, pairwise, starmap, compress, filterfalse, batched, tee
import itertools
print(list(accumulate([1, 2, 3, 4])), list(accumulate([3, 1, 4], max)), list(accumulate([1, 2], initial=10)))
print(list(chain([1], (2, 3), [4])), list(chain.from_iterable([[1, 2], [3]])))
print(list(islice(range(100), 2, 10, 3)), list(islice("abcdef", 3)), list(islice([1, 2, 3], 1, None)))
print(list(combinations(range(4), 2)), len(list(combinations(range(10), 3))), list(combinations("abc", 0)), list(combinations([1], 2)))
print(list(permutations("ab")), list(permutations([1, 2, 3], 2)), len(list(permutations(range(5)))))
print(list(product("ab", [1, 2])), len(list(product(range(2), repeat=4))), list(product([1, 2], repeat=2)))
print(list(combinations_with_replacement("abc", 2)))
print(list(islice(count(5, 2), 4)), list(islice(cycle("xy"), 5)), list(repeat(7, 3)), list(islice(count(0.5), 2)))
print(list(takewhile(lambda v: v < 3, [1, 2, 3, 1])), list(dropwhile(lambda v: v < 3, [1, 2, 3, 1])))
print(list(takewhile(lambda v: v < 5, count())))
print([(k, len(list(g))) for k, g in groupby("aabccc")], list(zip_longest([1, 2, 3], [4], fillvalue=0)))
for k, g in groupby([1, 1, 2, 3, 3], key=lambda v: v % 2):
    print(k, list(g), end=" ")
print(list(zip_longest("ab", [1])))
total = 0
for a, b in combinations([1, 5, 7], 2):
    if a == 5:
        continue
    total += a * b
print(total)
for i, j, k in product(range(2), repeat=3):
    print(i, j, k, end="; ")
    if i == 1 and j == 1:
        break
print()
print(list(pairwise([1, 2, 3, 4])), list(starmap(pow, [(2, 3), (3, 2)])), list(compress("abcd", [1, 0, 1, 1])))
print(list(filterfalse(lambda v: v % 2, range(6))), list(batched("abcdefg", 3)))
a, b = tee([1, 2, 3])
print(list(a), list(b))
n = len([1, 2, 3])
print([c for c in combinations([1, 2, 3], n - 1)], list(product("ab", repeat=n))[:3])
for c in chain("ab", "cd"):
    if c == "c":
        break
    print(c, end="")
print(c)
def gen():
    k = 0
    while True:
        yield k
        k += 1
print(list(islice(gen(), 2, 9, 3)), list(accumulate(islice(gen(), 5), lambda x, y: x * 2 + y)))
it = cycle([1, 2, 3])
print([next(it) for _ in range(7)])
c = count(10)
print(next(c), next(c), next(c))
print(sum(repeat(2, 5)), max(product([1, 3], [2, 5])), sorted(permutations([3, 1, 2]))[:2], any(x > 2 for x in chain([1], [3])))
print(list(zip(count(), "abc")), dict(zip("ab", repeat(0))), list(map(lambda x, y: x + y, [1, 2], cycle([10]))))
for x, y in zip(cycle([0, 1]), range(3)):
    print(x, y, end=" ")
print(list(enumerate(chain("a", "b"))), set(combinations("aab", 2)) == {("a", "a"), ("a", "b")})
for p in permutations(range(3)):
    print(p[0], p, end=" ")
print(itertools.repeat(3, 2) is None, tuple(accumulate((1.5, 2))), [list(g) for k, g in groupby([])])
