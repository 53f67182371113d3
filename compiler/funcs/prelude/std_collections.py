# The module collections. A Counter is a dict whose missing counts are 0.


def add_items(counter, iterable):
    for item in iterable:
        counter[item] += 1


def add_counts(counter, mapping):
    for item, count in mapping.items():
        counter[item] += count


def subtract_items(counter, iterable):
    for item in iterable:
        counter[item] -= 1


def subtract_counts(counter, mapping):
    for item, count in mapping.items():
        counter[item] -= count


def elements(counter):
    for item, count in counter.items():
        for _ in range(count):
            yield item


def total(counter):
    return sum(counter.values())


def counter_add(result, a, b):
    for item, count in a.items():
        n = count + b[item]
        if n > 0:
            result[item] = n
    for item, count in b.items():
        if item not in a and count > 0:
            result[item] = count


def counter_sub(result, a, b):
    for item, count in a.items():
        n = count - b[item]
        if n > 0:
            result[item] = n
    for item, count in b.items():
        if item not in a and count < 0:
            result[item] = 0 - count


def counter_and(result, a, b):
    for item, count in a.items():
        n = min(count, b[item])
        if n > 0:
            result[item] = n


def counter_or(result, a, b):
    for item, count in a.items():
        n = max(count, b[item])
        if n > 0:
            result[item] = n
    for item, count in b.items():
        if item not in a and count > 0:
            result[item] = count


def pop_oldest(d):
    for key in d:
        value = d.pop(key)
        return key, value
    raise KeyError("dictionary is empty")
