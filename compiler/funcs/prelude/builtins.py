# Python builtins that are easier said in Python.


def range_contains(r, x):
    start, stop, step = _range_parts(r)
    if step > 0:
        return start <= x < stop and (x - start) % step == 0
    return stop < x <= start and (start - x) % -step == 0


# A bound of a slice of n items, clipped as slice.indices does.
def slice_bound(n, k, step):
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if k < 0:
        k += n
        if k < 0:
            return -1 if step < 0 else 0
    if k >= n:
        return n - 1 if step < 0 else n
    return k


def range_item(r, i):
    n = len(r)
    if i < 0:
        i += n
    if i < 0 or i >= n:
        raise IndexError("range object index out of range")
    start, stop, step = _range_parts(r)
    return start + i * step


def round_int(x, n):
    if n >= 0:
        return x
    p = 10 ** -n
    q = x // p
    r = x - q * p
    if 2 * r > p or (2 * r == p and q % 2 == 1):
        q += 1
    return q * p


def range_index(start, stop, step, x):
    if range_contains(range(start, stop, step), x):
        return (x - start) // step
    raise ValueError(f"{x} is not in range")


def range_count(start, stop, step, x):
    return 1 if range_contains(range(start, stop, step), x) else 0


def list_index(items, x, start, stop):
    n = len(items)
    if start < 0:
        start = max(start + n, 0)
    if stop < 0:
        stop += n
    for i in range(start, min(stop, n)):
        if items[i] == x:
            return i
    raise ValueError(f"{x!r} is not in list")


def iterate_next(it):
    while True:
        try:
            x = it.__next__()
        except StopIteration:
            return
        yield x


def iterate_items(xs):
    i = 0
    while True:
        try:
            x = xs[i]
        except IndexError:
            return
        yield x
        i += 1


def iterate(xs):
    for x in xs:
        yield x


def maketrans(x, y):
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {}
    for i in range(len(x)):
        table[ord(x[i])] = ord(y[i])
    return table


def maketrans_without(x, y, z):
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {}
    for i in range(len(x)):
        table[ord(x[i])] = ord(y[i])
    for ch in z:
        table[ord(ch)] = None
    return table


def maketrans_dict(items):
    table = {}
    for key, value in items.items():
        table[ord(key) if isinstance(key, str) else key] = value
    return table


def zip_star(rows):
    n = 0
    if len(rows) > 0:
        n = min([len(r) for r in rows])
    out = []
    for i in range(n):
        out.append(tuple([r[i] for r in rows]))
    return out


def keywords_left(d, names):
    return {key: value for key, value in d.items() if key not in names}


def union_star(sets):
    out = set()
    for s in sets:
        out.update(s)
    return out


def intersection_star(sets):
    out = set(sets[0])
    for i in range(1, len(sets)):
        out = out.intersection(sets[i])
    return out


def complex_part(text):
    return 1.0 if text == "" or text == "+" else -1.0 if text == "-" else float(text)


def complex_of(text):
    s = text.strip()
    if len(s) > 1 and s[0] == "(" and s[-1] == ")":
        s = s[1:-1].strip()
    try:
        if s == "" or s[-1] not in "jJ":
            return complex(float(s), 0.0)
        s = s[:-1]
        k = len(s) - 1
        while k > 0 and (s[k] not in "+-" or s[k - 1] in "eE"):
            k -= 1
        return complex(float(s[:k]) if k > 0 else 0.0, complex_part(s[max(k, 0):]))
    except ValueError:
        raise ValueError("complex() arg is a malformed string")


def order_by_less(items, reverse):
    n = len(items)
    order = list(range(n))
    width = 1
    while width < n:
        merged = []
        for start in range(0, n, 2 * width):
            i, j = start, min(start + width, n)
            mid, end = j, min(start + 2 * width, n)
            while i < mid and j < end:
                a, b = items[order[i]], items[order[j]]
                if a < b if reverse else b < a:
                    merged.append(order[j])
                    j += 1
                else:
                    merged.append(order[i])
                    i += 1
            merged.extend(order[i:mid])
            merged.extend(order[j:end])
        order = merged
        width *= 2
    return order
