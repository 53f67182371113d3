def f(x):
    if x > 10:
        y = 1
    return y


print(f(20))
print(f(3))
