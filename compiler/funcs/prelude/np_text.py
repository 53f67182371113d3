# Integers as text; arrays whose elements a function of the program makes text of.
import numpy as np


def base_repr(number, base, padding):
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    if base > len(digits) or base < 2:
        raise ValueError("Bases greater than 36 or less than 2 not handled in base_repr.")
    num = abs(int(number))
    res = ""
    while num > 0:
        res = digits[num % base] + res
        num //= base
    res = "0" * padding + res
    if number < 0:
        return "-" + res
    if res == "":
        return "0"
    return res


def binary_repr(num, width):
    n = int(num)
    if n >= 0:
        s = base_repr(n, 2, 0)
        if width is None:
            return s
        return "0" * max(0, width - len(s)) + s
    if width is None:
        return "-" + base_repr(-n, 2, 0)
    bits = len(base_repr(-n, 2, 0))
    if 2 ** (bits - 1) == -n:
        bits -= 1
    w = max(width, bits + 1)
    s = ""
    for i in range(w):
        s = ("1" if n & 1 else "0") + s
        n >>= 1
    return s


# As numpy.array2string with a formatter: numpy/_core/arrayprint.py, _formatArray.
def format_array(a, fn, separator, prefix, suffix):
    o = np.get_printoptions()
    summary = a.size > o["threshold"]
    hang = " " + " " * len(prefix)
    if a.size == 0:
        return "[]"
    return format_block(a, fn, hang, o["linewidth"] - len(suffix), separator, o["edgeitems"], summary)


def format_block(a, fn, hang, width, separator, edge, summary):
    n = a.shape[0]
    short = summary and 2 * edge < n
    if a.ndim == 1:
        room = width - max(len(separator.rstrip()), 1)
        done = ""
        line = hang
        for i in range(n):
            if short and i >= edge and i < n - edge:
                if i > edge:
                    continue
                word = "..."
            else:
                word = fn(a[i])
            if len(line) + len(word) > room and len(line) > len(hang):
                done += line.rstrip() + "\n"
                line = hang
            line += word
            if i < n - 1:
                line += separator
        return "[" + (done + line)[len(hang):] + "]"
    gap = separator.rstrip() + "\n" * (a.ndim - 1)
    text = ""
    for i in range(n):
        if short and i >= edge and i < n - edge:
            if i == edge:
                text += hang + "..." + gap
            continue
        text += hang + format_block(a[i], fn, hang + " ", width - 1, separator, edge, summary)
        if i < n - 1:
            text += gap
    return "[" + text[len(hang):] + "]"
