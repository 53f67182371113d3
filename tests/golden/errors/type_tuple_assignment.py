t = (1, 2, 3)
t[0] = 9  # error
print(t)
