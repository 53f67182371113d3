# Integers as text.
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
