def walk(values, lo, hi):
    """Middle first, then both halves: a generator that calls itself."""
    if lo >= hi:
        return
    mid = (lo + hi) // 2
    yield values[mid]
    yield from walk(values, lo, mid)
    yield from walk(values, mid + 1, hi)


def subsets(n):
    if n == 0:
        yield 0
    else:
        for s in subsets(n - 1):
            yield s
            yield s | 1 << (n - 1)


def permutations(items):
    if len(items) <= 1:
        yield items
    else:
        for i in range(len(items)):
            for rest in permutations(items[:i] + items[i + 1:]):
                yield [items[i]] + rest


print(list(walk([1, 2, 3, 4, 5, 6, 7], 0, 7)))
print(list(subsets(3)), sum(1 for _ in subsets(5)))
print(list(permutations([1, 2, 3])))
