x = 1
x + 1 = 2  # error
print(x)
