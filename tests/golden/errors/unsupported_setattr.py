class Box:
    pass


b = Box()
name = "width"
for k in range(2):
    setattr(b, name + str(k), k)  # error: unsupported
print(b.width1)
