class Shape:
    count = 0

    def __init__(self, name):
        self.name = name
        Shape.count += 1

    def area(self):
        return 0.0

    def describe(self):
        return f"{self.name} with area {self.area():.2f}"


class Rect(Shape):
    def __init__(self, w, h):
        super().__init__("rect")
        self.w = w
        self.h = h

    def area(self):
        return self.w * self.h

    @property
    def square(self):
        return self.w == self.h

    @classmethod
    def unit(cls):
        return cls(1.0, 1.0)

    @staticmethod
    def sides():
        return 4


class Circle(Shape):
    PI = 3.14159

    def __init__(self, r):
        super().__init__("circle")
        self.r = r

    def area(self):
        return self.PI * self.r ** 2


class Money:
    def __init__(self, pence):
        self.pence = pence

    def __add__(self, other):
        return Money(self.pence + other.pence)

    def __sub__(self, other):
        return Money(self.pence - other.pence)

    def __mul__(self, k):
        return Money(self.pence * k)

    def __rmul__(self, k):
        return self * k

    def __neg__(self):
        return Money(-self.pence)

    def __eq__(self, other):
        return self.pence == other.pence

    def __lt__(self, other):
        return self.pence < other.pence

    def __bool__(self):
        return self.pence != 0

    def __str__(self):
        return f"{self.pence // 100}.{self.pence % 100:02d}"

    def __repr__(self):
        return f"Money({self.pence})"


class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        i, j = ij
        self.rows[i][j] = v

    def __len__(self):
        return len(self.rows)

    def __contains__(self, v):
        return any(v in r for r in self.rows)

    def __iter__(self):
        for r in self.rows:
            for v in r:
                yield v

    def __call__(self, k):
        return [[v * k for v in r] for r in self.rows]


r, c = Rect(2.0, 3.5), Circle(2)
print(r.describe(), "|", c.describe(), "|", Shape.count, r.square, Rect.unit().square, Rect.sides(), r.sides())
for s in (r, c, Rect.unit()):
    print(s.name, round(s.area(), 3), isinstance(s, Rect), isinstance(s, Shape), type(s).__name__)
r.w = 5.0
r.w += 1
print(r.area(), hasattr(r, "h"), getattr(r, "h"), Shape.count)
a, b = Money(250), Money(199)
print(a + b, a - b, 3 * a, a * 2, -b, a == Money(250), a < b, bool(a - a), [a, b], sorted([a, b]), max(a, b))
print(str(a), f"{b}")
m = Matrix([[1, 2], [3, 4]])
m[0, 1] = 20
print(m[0, 1], m[1, 0], len(m), 4 in m, 5 in m, list(m), sum(m), m(10))


class Node:
    def __init__(self, value, after=None):
        self.value = value
        self.after = after


head = None
for v in (3, 2, 1):
    head = Node(v, head)
values, node = [], head
while node is not None:
    values.append(node.value)
    node = node.after
print(values)


class Counter:
    def __init__(self):
        self.n = 0

    def __enter__(self):
        self.n += 1
        return self

    def __exit__(self, kind, value, trace):
        self.n += 10
        return False


with Counter() as k:
    print("inside", k.n)
print("after", k.n)
