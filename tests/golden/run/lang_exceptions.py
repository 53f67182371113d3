def risky(kind):
    if kind == 0:
        return "ok"
    if kind == 1:
        raise ValueError("bad value")
    if kind == 2:
        return 1 // 0
    if kind == 3:
        return [1][3]
    if kind == 4:
        return {}["k"]
    if kind == 5:
        raise RuntimeError
    if kind == 6:
        assert kind < 0, f"kind is {kind}"
    raise NotImplementedError("kind " + str(kind))


for kind in range(8):
    try:
        result = risky(kind)
    except ValueError as e:
        print("value error:", e, repr(e), e.args)
    except (ZeroDivisionError, IndexError) as e:
        print(type(e).__name__, "-", e)
    except KeyError as e:
        print("key", e, str(e) == "'k'")
    except AssertionError as e:
        print("assertion:", e)
    except RuntimeError as e:
        print("runtime:", repr(e), str(e) == "")
    else:
        print("no error:", result)
    finally:
        print("  finally", kind)


def cleanup():
    steps = []
    for n in (1, 0, 2):
        try:
            steps.append(10 // n)
        except ZeroDivisionError:
            steps.append("skip")
            continue
        finally:
            steps.append("f")
    return steps


def override():
    try:
        return "try"
    finally:
        print("leaving")


def reraise():
    try:
        int("x1")
    except ValueError:
        print("logged")
        raise


class AppError(Exception):
    code = 7


class Fatal(AppError):
    pass


print(cleanup(), override())
try:
    reraise()
except ValueError as e:
    print(e)
for E in (AppError, Fatal, LookupError):
    try:
        raise E("oops", 3)
    except AppError as e:
        print(type(e).__name__, e.args, e.code, isinstance(e, Exception))
    except Exception as e:
        print("generic", e)
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("converted") from e
except ValueError as e:
    print(e, "<-", e.__cause__)
depth = 0


def dive(n):
    if n == 0:
        raise OverflowError("too deep")
    try:
        dive(n - 1)
    finally:
        global depth
        depth += 1


try:
    dive(4)
except ArithmeticError as e:
    print(e, depth)
try:
    raise SystemExit(3)
except SystemExit as e:
    print("exit code", e.code)
for text in ("12", "3.5", "abc"):
    try:
        v = int(text)
    except ValueError:
        try:
            v = float(text)
        except ValueError:
            v = None
    print(text, v)
