import numpy as np
from numba import njit, vectorize


@njit
def is_leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


@njit
def day_of_week(y, m, d):
    """0 is Sunday (Sakamoto)."""
    t = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)
    if m < 3:
        y -= 1
    return (y + y // 4 - y // 100 + y // 400 + t[m - 1] + d) % 7


@njit
def julian_day(y, m, d):
    a = (14 - m) // 12
    yy = y + 4800 - a
    mm = m + 12 * a - 3
    return d + (153 * mm + 2) // 5 + 365 * yy + yy // 4 - yy // 100 + yy // 400 - 32045


@vectorize(["int64(int64)"])
def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = b // 4, b % 4
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = c // 4, c % 4
    ell = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * ell) // 451
    month = (h + ell - 7 * m + 114) // 31
    day = (h + ell - 7 * m + 114) % 31 + 1
    return month * 100 + day


def month_days(y, m):
    return [31, 29 if is_leap(y) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]


def calendar(y, m):
    first = (day_of_week(y, m, 1) + 6) % 7
    print(f"{'Mo Tu We Th Fr Sa Su':>20}")
    cells = ["  "] * first + [f"{d:2d}" for d in range(1, month_days(y, m) + 1)]
    for k in range(0, len(cells), 7):
        print(" ".join(cells[k:k + 7]))


def to_roman(n):
    out = ""
    for value, text in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
                        (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            out += text
            n -= value
    return out


def from_roman(text):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for a, b in zip(text, text[1:] + "I"):
        total += -values[a] if values[a] < values[b] else values[a]
    return total


def to_base(n, base):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    if n == 0:
        return "0"
    out = []
    sign = "-" if n < 0 else ""
    n = abs(n)
    while n:
        n, r = divmod(n, base)
        out.append(digits[r])
    return sign + "".join(reversed(out))


calendar(2024, 2)
days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
for y, m, d in ((1970, 1, 1), (2000, 2, 29), (1999, 12, 31), (2038, 1, 19)):
    print(f"{y:04d}-{m:02d}-{d:02d} {days[day_of_week(y, m, d)]} jd {julian_day(y, m, d)}")
print("days between:", julian_day(2024, 7, 4) - julian_day(1776, 7, 4))
years = np.arange(2019, 2027)
print(years[np.array([is_leap(int(y)) for y in years])], easter(years))
fridays = np.zeros(7, dtype=int)
for y in range(2000, 2400):
    for m in range(1, 13):
        fridays[day_of_week(y, m, 13)] += 1
print("the 13th falls on", dict(zip(days, fridays.tolist())))
for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999):
    assert from_roman(to_roman(n)) == n
    print(n, to_roman(n), end="; ")
print()
print([to_base(n, b) for n, b in ((255, 2), (255, 16), (-37, 3), (0, 7), (123456789, 36))], int("21i3v9", 36))
print(all(int(to_base(n, 7), 7) == n for n in range(500)))
c = np.array([-40.0, 0.0, 37.0, 100.0])
for v, f in zip(c, c * 9 / 5 + 32):
    print(f"{v:6.1f} C = {f:6.1f} F")
