class Meta(type):  # error: unsupported
    pass


class A(metaclass=Meta):
    x = 1


print(A.x)
