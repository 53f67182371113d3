x = 3
print(eval("x + 1"))  # error: unsupported
