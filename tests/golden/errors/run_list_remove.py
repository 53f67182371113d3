names = ["a", "b"]
names.remove("a")
print(names)
names.remove("z")
