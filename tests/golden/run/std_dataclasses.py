from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass
@dataclass
class P:
    x: int
    y: float = 1.5
@dataclass
class Q(P):
    name: str = "q"
    p: P = field(default_factory=lambda: P(0))
    tags: list = field(default_factory=list)
q = Q(1)
q.tags.append("t")
print(q)
print(astuple(q))
print(asdict(q))
r = replace(q, x=4, name="r")
print(r, q.x)
d = asdict(P(3, 2.5))
print(d, d["y"], sum(d.values()))
print([f.name for f in fields(q)], [f.name for f in fields(P)], is_dataclass(q), is_dataclass(3), is_dataclass(P))
@dataclass(frozen=True, order=True)
class F:
    a: int
    b: str = "z"
print(F(1) < F(2), F(1) == F(1), hash(F(1)) == hash(F(1)), {F(1): 2}[F(1)], sorted([F(2), F(1, "y")]))
try:
    print(asdict(3))
except TypeError as e:
    print(e)
try:
    replace(q, zz=1)
except TypeError as e:
    print(e)
from dataclasses import FrozenInstanceError
f = F(3)
try:
    f.a = 4
except FrozenInstanceError as e:
    print(e)
try:
    f.a = 4
except AttributeError as e:
    print(type(e).__name__, e)
print({F(1), F(1), F(2)} == {F(2), F(1)}, hash(F(1)) == hash((1, "z")))
