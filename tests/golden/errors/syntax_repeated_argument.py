def f(a, b, a):  # error
    return a + b


print(f(1, 2, 3))
