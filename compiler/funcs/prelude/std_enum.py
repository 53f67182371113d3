"""enum: what members do. The classes are the bases of the program's Enum, IntEnum and StrEnum classes; a
member has the attributes name and value (compiler/sema/enum.c)."""


def lookup(members, value, class_name):
    for member in members:
        if member.value == value:
            return member
    raise ValueError(repr(value) + " is not a valid " + class_name)


def lookup_name(members, name):
    for member in members:
        if member.name == name:
            return member
    raise KeyError(name)


class Enum:
    def __str__(self):
        return type(self).__name__ + "." + self.name

    def __repr__(self):
        return "<" + type(self).__name__ + "." + self.name + ": " + repr(self.value) + ">"

    def __hash__(self):
        return hash(self.name)


class IntEnum(Enum):
    def __str__(self):
        return str(self.value)

    def __format__(self, spec):
        return format(self.value, spec)

    def __hash__(self):
        return hash(self.value)

    def __int__(self):
        return self.value

    def __index__(self):
        return self.value

    def __float__(self):
        return float(self.value)

    def __bool__(self):
        return self.value != 0

    def __eq__(self, other):
        return self.value == other

    def __ne__(self, other):
        return self.value != other

    def __lt__(self, other):
        return self.value < other

    def __le__(self, other):
        return self.value <= other

    def __gt__(self, other):
        return self.value > other

    def __ge__(self, other):
        return self.value >= other

    def __neg__(self):
        return -self.value

    def __abs__(self):
        return abs(self.value)

    def __add__(self, other):
        return self.value + other

    def __radd__(self, other):
        return other + self.value

    def __sub__(self, other):
        return self.value - other

    def __rsub__(self, other):
        return other - self.value

    def __mul__(self, other):
        return self.value * other

    def __rmul__(self, other):
        return other * self.value

    def __truediv__(self, other):
        return self.value / other

    def __rtruediv__(self, other):
        return other / self.value

    def __floordiv__(self, other):
        return self.value // other

    def __rfloordiv__(self, other):
        return other // self.value

    def __mod__(self, other):
        return self.value % other

    def __rmod__(self, other):
        return other % self.value

    def __pow__(self, other):
        return self.value ** other

    def __rpow__(self, other):
        return other ** self.value

    def __and__(self, other):
        return self.value & other

    def __rand__(self, other):
        return other & self.value

    def __or__(self, other):
        return self.value | other

    def __ror__(self, other):
        return other | self.value

    def __xor__(self, other):
        return self.value ^ other

    def __rxor__(self, other):
        return other ^ self.value

    def __lshift__(self, other):
        return self.value << other

    def __rlshift__(self, other):
        return other << self.value

    def __rshift__(self, other):
        return self.value >> other

    def __rrshift__(self, other):
        return other >> self.value


class StrEnum(Enum):
    def __str__(self):
        return self.value

    def __format__(self, spec):
        return format(self.value, spec)

    def __hash__(self):
        return hash(self.value)

    def __len__(self):
        return len(self.value)

    def __eq__(self, other):
        return self.value == other

    def __ne__(self, other):
        return self.value != other

    def __lt__(self, other):
        return self.value < other

    def __gt__(self, other):
        return self.value > other

    def __add__(self, other):
        return self.value + other

    def __radd__(self, other):
        return other + self.value
