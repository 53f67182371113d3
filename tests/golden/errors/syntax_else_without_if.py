x = 3
x += 1
else:  # error
    print(x)
