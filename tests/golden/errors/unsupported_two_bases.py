class Named:
    def __init__(self, name):
        self.name = name


class Counted:
    def count(self):
        return 1


class Item(Named, Counted):  # error: unsupported
    pass


print(Item("a").count())
