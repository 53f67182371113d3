total = 0
lambda = 3  # error
print(total + 1)
