# Python builtins that are easier said in Python.


def range_contains(r, x):
    start, stop, step = _range_parts(r)
    if step > 0:
        return start <= x < stop and (x - start) % step == 0
    return stop < x <= start and (start - x) % -step == 0


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
