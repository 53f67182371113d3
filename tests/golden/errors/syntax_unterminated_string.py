name = "Ada  # error
print("hello", name)
