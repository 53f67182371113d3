x = 4
if x > 3:
    break  # error
print(x)
