# The module itertools: generators.


def accumulate(iterable, func, initial):
    started = initial is not None
    if started:
        total = initial
        yield total
    for item in iterable:
        if not started:
            total = item
            started = True
        elif func is None:
            total = total + item
        else:
            total = func(total, item)
        yield total


def from_iterable(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


def compress(data, selectors):
    for item, keep in zip(data, selectors):
        if keep:
            yield item


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            break
        yield item


def dropwhile(predicate, iterable):
    dropping = True
    for item in iterable:
        if dropping and predicate(item):
            continue
        dropping = False
        yield item


def filterfalse(predicate, iterable):
    for item in iterable:
        if predicate is None:
            if not item:
                yield item
        elif not predicate(item):
            yield item


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def pairwise(iterable):
    started = False
    for item in iterable:
        if started:
            yield before, item
        before = item
        started = True


def batched(iterable, n: int, strict: bool):
    if n < 1:
        raise ValueError("n must be at least one")
    batch = []
    for item in iterable:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        if strict:
            raise ValueError("batched(): incomplete batch")
        yield tuple(batch)


def groupby(iterable, key):
    group = []
    started = False
    for item in iterable:
        k = item if key is None else key(item)
        if started and k != current:
            yield current, group
            group = []
        current = k
        started = True
        group.append(item)
    if started:
        yield current, group


# Takes no more items than it gives.
def islice(iterable, start: int, stop: int, step: int):
    source = iter(iterable)
    position = 0
    wanted = start
    while wanted < stop:
        try:
            item = next(source)
        except StopIteration:
            return
        if position == wanted:
            yield item
            wanted += step
        position += 1
