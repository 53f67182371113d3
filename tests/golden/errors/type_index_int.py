n = 42
print(n[0])  # error
