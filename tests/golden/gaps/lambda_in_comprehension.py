# A function made in a comprehension keeps the value that the comprehension's variable had then; Python's sees the
# last one.
print([f() for f in [lambda: i for i in range(3)]])
