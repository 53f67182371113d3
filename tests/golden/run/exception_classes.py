"""Exception classes that programs raise themselves, and which handlers take them."""
def parse(text):
    for i, c in enumerate(text):
        if c not in "0123456789+ ":
            raise SyntaxError(f"unexpected {c!r} at {i}")
    return sum(int(part) for part in text.split("+"))


for text in ("1 + 2", "3 $ 4"):
    try:
        print(parse(text))
    except SyntaxError as e:
        print("syntax:", e)


def fail(n):
    if n == 0:
        raise PermissionError("no entry")
    if n == 1:
        raise FileExistsError("there already")
    if n == 2:
        raise ConnectionError("gone")
    if n == 3:
        raise ModuleNotFoundError("no module")
    if n == 4:
        raise FutureWarning("soon")
    if n == 5:
        raise IndentationError("tab")
    raise SystemError("machine")


for n in range(7):
    try:
        fail(n)
    except OSError as e:
        print("os:", type(e).__name__, e)
    except ImportError as e:
        print("import:", type(e).__name__, e)
    except (Warning, SyntaxError) as e:
        print("other:", repr(e))
    except Exception as e:
        print("last:", e)
try:
    raise IOError("disk")
except EnvironmentError as e:
    print(type(e).__name__, e)
