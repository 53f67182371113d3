from collections import namedtuple
from enum import Enum, IntEnum
from typing import NamedTuple


class Colour(Enum):
    RED = 1
    GREEN = 2


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Sample(NamedTuple):
    when: int
    value: float = 0.5


print(Colour.RED, Colour.RED.name, Colour.GREEN.value, Colour.RED == Colour.RED, Colour.RED is Colour.GREEN)
print([c.name for c in Colour])
print(Level.HIGH > Level.LOW, Level.HIGH + 1, int(Level.LOW), Level.HIGH)
s = Sample(3)
print(s, s.when, s[1], s._replace(value=2.0), tuple(s))
RGB = namedtuple("RGB", "r g b", defaults=(0,))
c = RGB(10, 20)
print(c, c.b, c._asdict(), RGB(*[1, 2, 3]), sum(c), c + (5,), c._fields, RGB(b=1, r=2, g=3))
r, g, b = c
print(r, g, b, c == (10, 20, 0), c < RGB(11, 0), max(c), [v * 2 for v in c], len(c))
