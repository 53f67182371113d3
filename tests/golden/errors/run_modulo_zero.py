def pick(a, b):
    return a % b


print(pick(7, 3))
print(pick(7, 0))
