# Only fields take part in the text and the comparison of a dataclass, and only those not left out.
from dataclasses import dataclass, field


@dataclass
class Cart:
    owner: str
    items: list = field(default_factory=list)
    total: float = field(default=0.0, repr=False)
    visits: int = field(default=0, compare=False)

    def __post_init__(self):
        self.label = self.owner.upper()

    def add(self, item, price):
        self.items.append(item)
        self.total += price


@dataclass
class Big(Cart):
    limit: int = 10


c, d = Cart("ann"), Cart("ann", visits=3)
print(c, c == d, c.label, d)
c.add("tea", 2.5)
print(c, c == d, c.total, [c, d])
print(Big("bob", limit=2), Big("bob") == Big("bob", visits=1), Big("bob") == Big("bob", limit=1))
