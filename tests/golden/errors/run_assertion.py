def half(n):
    assert n % 2 == 0, "odd number"
    return n // 2


print(half(8))
print(half(7))
