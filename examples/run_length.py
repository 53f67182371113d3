"""Run-length coding of text and of arrays, and back."""
import numpy as np


def encode(text):
    runs = []
    for ch in text:
        if runs and runs[-1][0] == ch:
            runs[-1] = (ch, runs[-1][1] + 1)
        else:
            runs.append((ch, 1))
    return runs


def decode(runs):
    return "".join(ch * count for ch, count in runs)


def compact(runs):
    return "".join(f"{count}{ch}" if count > 1 else ch for ch, count in runs)


def expand(text):
    out = ""
    number = ""
    for ch in text:
        if ch.isdigit():
            number += ch
        else:
            out += ch * int(number or "1")
            number = ""
    return out


def encode_array(a):
    """Start, length and value of each run."""
    edges = np.flatnonzero(a[1:] != a[:-1]) + 1
    start = np.concatenate(([0], edges))
    length = np.diff(np.append(start, a.size))
    return start, length, a[start]


for text in ("WWWWBBBWWC", "abc", "aaaaaaaaaaaa", ""):
    runs = encode(text)
    print(repr(text), runs, repr(compact(runs)))
    assert decode(runs) == text
    assert expand(compact(runs)) == text

a = np.array([0, 0, 0, 1, 1, 5, 5, 5, 5, 0])
start, length, value = encode_array(a)
print(start, length, value)
print("back:", np.array_equal(np.repeat(value, length), a))
print("longest run:", value[length.argmax()], "x", length.max())

image = ["....####....", "..##....##..", "############"]
for row in image:
    print(row, "->", compact(encode(row)))
