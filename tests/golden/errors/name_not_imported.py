a = [1, 2, 3]
print(math.sqrt(a[0]))  # error
