def pair():
    return 1, 2


a, b, c = pair()  # error
print(a, b, c)
