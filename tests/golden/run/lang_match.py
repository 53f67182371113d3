def describe(x):
    match x:
        case 0:
            return "zero"
        case 1 | 2 | 3:
            return "small"
        case n if n < 0:
            return "negative"
        case _:
            return "large"


def http(status):
    match status:
        case 200:
            return "ok"
        case 404:
            return "not found"
        case 500 | 502 | 503:
            return "server"
    return "unknown"


def point(p):
    match p:
        case (0, 0):
            return "origin"
        case (0, y):
            return f"on y at {y}"
        case (x, 0):
            return f"on x at {x}"
        case (x, y) if x == y:
            return f"diagonal {x}"
        case (x, y):
            return f"({x}, {y})"


def command(words):
    match words:
        case "go":
            return 1
        case "stop":
            return 2
        case other:
            return len(other)


for v in (0, 2, -5, 40):
    print(v, describe(v))
print([http(s) for s in (200, 404, 502, 302)])
print([point(p) for p in ((0, 0), (0, 5), (7, 0), (3, 3), (1, 2))])
print([command(w) for w in ("go", "stop", "whatever")])
state, log = "idle", []
for event in ["start", "pause", "start", "stop", "bogus"]:
    match (state, event):
        case ("idle", "start"):
            state = "running"
        case ("running", "pause"):
            state = "idle"
        case (_, "stop"):
            state = "done"
        case _:
            log.append(event)
    log.append(state)
print(log)
match 3 * 7:
    case 21:
        print("twenty-one")
