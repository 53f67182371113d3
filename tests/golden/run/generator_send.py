"""What is sent to generators; complex numbers from texts."""
def averager():
    total, count, avg = 0.0, 0, None
    while True:
        x = yield avg
        if x is None:
            break
        total += x
        count += 1
        avg = total / count
g = averager()
next(g)
for v in (10, 20, 35.5):
    print(g.send(v))
def echo():
    got = "start"
    while got != "stop":
        got = yield f"<{got}>"
        if got is None:
            got = "nothing"
e = echo()
print(next(e), e.send("a"), next(e), e.send("b" * 3), e.send(None))
try:
    e.send("stop")
except StopIteration:
    print("ended")
try:
    echo().send("early")
except TypeError as err:
    print(err)
def countdown(n):
    while n > 0:
        jump = yield n
        if jump is not None:
            n = jump
        else:
            n -= 1
c = countdown(5)
print(next(c), next(c), c.send(10), next(c))
print([v for v in countdown(3)])
for s in ("1+2j", " (3-4.5j) ", "2", "j", "-j", "1e-3+2e+2j", "-1.5-2.5J", "nanj", "inf+infj", "1+", "x", ""):
    try:
        print(repr(s), complex(s))
    except ValueError as e:
        print(repr(s), e)
print(complex("1+2j") * complex(0, 1), sum(map(complex, "1+1j 2-3j".split())))
