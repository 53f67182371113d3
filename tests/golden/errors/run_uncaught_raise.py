def check(age):
    if age < 0:
        raise ValueError(f"age cannot be {age}")
    return age


print(check(30))
print(check(-1))
