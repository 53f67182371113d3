def f(a, b):
    return a - b


print(f(b=1, 2))  # error
