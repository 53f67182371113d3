def count_to(n):
    i = 1
    while i <= n:
        yield i
        i += 1


def evens(source):
    for v in source:
        if v % 2 == 0:
            yield v


def squares(source):
    for v in source:
        yield v * v


def batches(items, n):
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == n:
            yield batch
            batch = []
    if batch:
        yield batch


def fib(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


def pairs(n):
    for i in range(n):
        for j in range(i):
            yield i, j


def tell(log):
    log.append("start")
    yield 1
    log.append("middle")
    yield 2
    log.append("end")


print(list(count_to(5)), list(squares(evens(count_to(10)))), sum(count_to(100)))
print(list(batches(range(7), 3)), list(fib(60)), list(pairs(4)))
g = count_to(3)
print(next(g), next(g), next(g), next(g, "done"), list(g))
log = []
for v in tell(log):
    log.append(v)
print(log)
gen = (x * 2 for x in range(5) if x != 2)
print(next(gen), list(gen), sum(x for x in (1, 2, 3)), max(len(w) for w in ["a", "bcd"]))
print(tuple(count_to(3)), set(count_to(2)), dict((k, k * k) for k in count_to(3)), sorted(-v for v in count_to(3)))
for i, (a, b) in enumerate(zip(count_to(3), fib(10))):
    print(i, a, b, end="; ")
print(any(v > 2 for v in count_to(3)), all(v < 3 for v in count_to(3)), 3 in count_to(5))
print("".join(str(v) for v in count_to(4)))
try:
    next(count_to(0))
except StopIteration:
    print("empty")
a, b, c = count_to(3)
print(a + b + c, *count_to(3))
