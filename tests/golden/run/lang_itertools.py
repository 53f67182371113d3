from itertools import (
    accumulate, chain, combinations, count, cycle, groupby, islice, permutations, product, repeat, takewhile,
    dropwhile, zip_longest
)
from operator import mul

print(list(accumulate([1, 2, 3, 4])), list(accumulate([1, 2, 3, 4], mul)), list(accumulate([3, 1, 4], max)))
print(list(chain([1], (2, 3), [4])), list(chain.from_iterable([[1, 2], [3]])), list(islice(range(100), 2, 10, 3)))
print(list(combinations(range(4), 2)), len(list(combinations(range(10), 3))))
print(list(permutations("ab")), list(permutations([1, 2, 3], 2)))
print(list(product("ab", [1, 2])), len(list(product(range(2), repeat=4))))
print(list(islice(count(5, 2), 4)), list(islice(cycle("xy"), 5)), list(repeat(7, 3)))
print(list(takewhile(lambda v: v < 3, [1, 2, 3, 1])), list(dropwhile(lambda v: v < 3, [1, 2, 3, 1])))
print([(k, len(list(g))) for k, g in groupby("aabccc")], list(zip_longest([1, 2, 3], [4], fillvalue=0)))
total = 0
for a, b in combinations([1, 5, 7], 2):
    total += a * b
print(total)
for i, j, k in product(range(2), repeat=3):
    print(i, j, k, end="; ")
print()
