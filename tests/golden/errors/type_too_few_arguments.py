def power(base, exponent):
    return base ** exponent


print(power(2, 3))
print(power(2))  # error
