def echo():
    while True:
        got = yield
        print("got", got)


g = echo()
next(g)
g.send(5)  # error: unsupported
