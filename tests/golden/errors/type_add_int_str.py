n = 5
print("n is " + n)  # error
