from dataclasses import dataclass, field
from typing import List


@dataclass
class Point:
    x: float
    y: float = 0.0

    def norm2(self) -> float:
        return self.x ** 2 + self.y ** 2


@dataclass
class Path:
    name: str
    points: List[Point] = field(default_factory=list)

    def add(self, x: float, y: float) -> "Path":
        self.points.append(Point(x, y))
        return self

    def length(self) -> float:
        total = 0.0
        for a, b in zip(self.points, self.points[1:]):
            total += ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
        return total


p, q = Point(3.0, 4.0), Point(1.5)
print(p, q, p == Point(3.0, 4.0), p == q, p.norm2())
p.x += 1
print(p, repr(q), [q])
path = Path("walk").add(0.0, 0.0).add(3.0, 4.0).add(3.0, 0.0)
print(path.name, path.length(), path.points)
