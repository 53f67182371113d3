# What is found out inside a comprehension (here the type of an attribute) also counts outside of it.
class Tag:
    def __init__(self, name):
        self.name = name


def total():
    return sum([Tag(k).name for k in range(4)])


first = Tag("a")
print([total() for _ in range(2)], first.name)
print({k: Tag(k / 2).name for k in range(3)}, sorted([3, 1, 2], key=lambda k: -Tag(k).name))
