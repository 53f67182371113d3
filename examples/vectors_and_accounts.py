"""Classes: operators, properties, inheritance, a little error handling."""
import math


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"

    @property
    def length(self):
        return math.hypot(self.x, self.y)


class Account:
    rate = 0.02

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.log = []

    def deposit(self, amount):
        self.balance += amount
        self.log.append(("in", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"{self.owner} has only {self.balance:.2f}")
        self.balance -= amount
        self.log.append(("out", amount))

    def year_end(self):
        self.deposit(self.balance * self.rate)


class Savings(Account):
    rate = 0.05

    def year_end(self):
        super().year_end()
        self.log.append(("bonus", 0.0))


a = Vector(3.0, 4.0)
b = Vector(-1.0, 0.5)
print(a + b, a * 2.0, a == Vector(3.0, 4.0), a == b)
print(a.length, (a + b).length > 5)

anna = Account("Anna", 100.0)
ben = Savings("Ben")
anna.deposit(50.0)
ben.deposit(200.0)
for account in (anna, ben):
    try:
        account.withdraw(180.0)
    except ValueError as problem:
        print("refused:", problem)
    account.year_end()
    print("%s: %.2f" % (account.owner, account.balance), account.log)
