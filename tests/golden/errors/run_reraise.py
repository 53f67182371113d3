def convert(text):
    try:
        return float(text)
    except ValueError:
        print("cannot convert", text)
        raise


print(convert("2.5"))
print(convert("abc"))
