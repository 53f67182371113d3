# Property setters, starred targets of comprehensions, the fields of a namedtuple class.
from collections import namedtuple
from numba import types, typed, float64
from numba.experimental import jitclass


class Temperature:
    def __init__(self, celsius):
        self._c = celsius

    @property
    def fahrenheit(self):
        return self._c * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        if value < -459.67:
            raise ValueError("below absolute zero")
        self._c = (value - 32) * 5 / 9

    @classmethod
    def from_fahrenheit(cls, value):
        t = cls(0.0)
        t.fahrenheit = value
        return t


class Loud(Temperature):
    pass


t = Temperature(100.0)
print(t.fahrenheit, Temperature.from_fahrenheit(50.0)._c, Loud.from_fahrenheit(212)._c)
t.fahrenheit += 9
print(t._c)
try:
    t.fahrenheit = -1000.0
except ValueError as e:
    print(e, t._c)


@jitclass([("r", float64)])
class Circle:
    def __init__(self, r):
        self.r = r

    @property
    def area(self):
        return 3.0 * self.r * self.r

    @area.setter
    def area(self, value):
        self.r = (value / 3.0) ** 0.5


c = Circle(2.0)
c.area = 27.0
print(c.r, c.area)

edges = [("a", "b", 4), ("b", "c", 7)]
print(sum(w for *_, w in edges), [(first, rest) for first, *rest in edges])
rows = [[1, 2, 3, 4], [5, 6]]
print([(a, mid, z) for a, *mid, z in rows], {k: v for k, *v in rows}, [x for [x, _] in [(1, 2), (3, 4)]])
try:
    print([a + b for a, b in rows])
except ValueError as e:
    print(e)
Point = namedtuple("Point", "x y")
print(Point._fields, Point(1, 2)._asdict(), [f for f in Point._fields])
key_value = (types.int64, types.float64)
d = typed.Dict.empty(*key_value)
d[3] = 4
print(d)
