def scale(x, factor=2):
    return x * factor


print(scale(3, faktor=4))  # error
