from collections import namedtuple
import numpy as np
from numba import njit

Item = namedtuple("Item", ["name", "price", "stock"])
Point = namedtuple("Point", "x y")
Stats = namedtuple("Stats", ("mean", "low", "high"))

inventory = [
    Item("bolt", 0.25, 400),
    Item("nut", 0.1, 950),
    Item("gear", 12.5, 14),
    Item("belt", 8.75, 0),
    Item("motor", 149.0, 3),
]


@njit
def midpoint(p, q):
    return Point((p.x + q.x) / 2, (p.y + q.y) / 2)


@njit
def distance(p, q):
    return ((p.x - q.x) ** 2 + (p.y - q.y) ** 2) ** 0.5


@njit
def describe(a):
    return Stats(a.mean(), a.min(), a.max())


print(inventory[0])
print(f"{'item':<8}{'price':>8}{'stock':>7}{'value':>10}")
for item in inventory:
    print(f"{item.name:<8}{item.price:>8.2f}{item.stock:>7d}{item.price * item.stock:>10.2f}")
total = sum(i.price * i.stock for i in inventory)
print(f"total {total:,.2f}")

print([i.name for i in sorted(inventory, key=lambda i: i.price)])
print(max(inventory, key=lambda i: i.stock).name, min(inventory, key=lambda i: i.price).name)
gone = [i for i in inventory if i.stock == 0]
print("sold out:", gone)
inventory = [i._replace(stock=i.stock + 10) if i.stock < 5 else i for i in inventory]
print([(i.name, i.stock) for i in inventory])
name, price, stock = inventory[2]
print(name, price, stock, inventory[2][1], inventory[2]._fields, len(inventory[2]))

p, q = Point(0.0, 3.0), Point(4.0, 0.0)
m = midpoint(p, q)
print(m, m.x, distance(p, q), p == Point(0.0, 3.0), p < q)
print(describe(np.array([2.0, 8.0, 5.0])))
s = describe(np.array([1, 2, 3, 4]))
print(s.mean, s.low, s.high, tuple(s))

orders = {"bolt": 120, "gear": 20, "motor": 1, "spring": 5}
stock = {i.name: i.stock for i in inventory}
for what, amount in orders.items():
    have = stock.get(what)
    if have is None:
        print(what, "is not sold here")
    elif have < amount:
        print(what, "short by", amount - have)
    else:
        stock[what] -= amount
        print(what, "left:", stock[what])
print(stock)
prices = np.array([i.price for i in inventory])
print(prices, prices.cumsum(), prices[prices > 5].size)
bands = ["cheap" if v < 1 else "fair" if v < 20 else "dear" for v in prices]
print(dict(zip([i.name for i in inventory], bands)))
