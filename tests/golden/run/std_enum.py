from enum import Enum, IntEnum, StrEnum, auto, unique
import numpy as np
from numba import njit

class Color(Enum):
    RED = 1
    GREEN = 2
    ALIAS = 1
    def describe(self):
        return f"{self.name}={self.value}"
    @property
    def dark(self):
        return "dark " + self.name.lower()
    @classmethod
    def default(cls):
        return cls.GREEN

class Planet(Enum):
    MERCURY = (3.303e+23, 2.4397e6)
    EARTH = (5.976e+24, 6.37814e6)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius
    @property
    def gravity(self):
        return 6.67300E-11 * self.mass / (self.radius * self.radius)

class Op(Enum):
    ADD = "+"
    SUB = "-"
    def apply(self, a, b):
        if self is Op.ADD:
            return a + b
        if self == Op.SUB:
            return a - b
        return 0

class Dir(IntEnum):
    N = 0
    E = auto()
    S = auto()
    def turn(self):
        return Dir((self + 1) % len(Dir))

class S(StrEnum):
    A = auto()
    B = "bee"

print(Color.RED, repr(Color.RED), [Color.RED, Color.GREEN], {Color.RED: 1}, (Color.GREEN,))
print(Color.ALIAS is Color.RED, Color.ALIAS, list(Color), len(Color), Color.RED in Color)
print(Color(2), Color["RED"], Color.RED.describe(), Color.GREEN.dark, Color.default())
for k in ("RED", "GREEN"):
    print(Color[k].value)
for n in range(1, 4):
    try:
        print(Color(n))
    except ValueError as e:
        print("ValueError:", e)
try:
    Color["BLUE"]
except KeyError as e:
    print("KeyError", e)
print(Planet.EARTH.gravity, Planet.EARTH.mass, Planet.EARTH.value)
for p in Planet:
    print(p.name, round(p.gravity, 3))
print([op.apply(5, 3) for op in Op])
print(Dir.E.turn(), repr(Dir.S.turn()), Dir.E < Dir.S, max(Dir), sorted(Dir, reverse=True), f"{Dir.S:>4}|{Dir.S}")
a = np.arange(5) * 10
print(a[Dir.S], [1, 2, 3][Dir.E], int(Dir.S), range(Dir.S), Dir.S * 2.5, 1 + Dir.E, Dir.E == 1, 1 == Dir.E, Dir.E != 2)
print(S.A, S.B, S.B == "bee", f"{S.A}!", S.A + "x")
d = {Color.RED: "r", Color.GREEN: "g"}
print(d[Color.GREEN], Color.RED in d)
st = set()
for n in (1, 2, 1):
    st.add(Color(n))
print(len(st))
def f(c):
    match c:
        case Color.RED:
            return "stop"
        case Color.GREEN:
            return "go"
print(f(Color.RED), f(Color.GREEN))
print(isinstance(Color.RED, Color), type(Color.RED).__name__, Color.RED.__class__.__name__)
print(Color.RED != Color.GREEN, Color.RED == 1, Color.RED is not None)
c = None
if len(a) > 3:
    c = Color.RED
print(c, c is Color.RED)
for i, c in enumerate(Color):
    print(i, c)
print(dict(zip(Color, "ab")))
@njit
def g(x):
    if x == Dir.E:
        return 10
    return Dir.S + x
print(g(1), g(2))
print({c.name: c.value for c in Color})
print(Color.RED.name[0], hash(Color.RED) == hash(Color.ALIAS))
