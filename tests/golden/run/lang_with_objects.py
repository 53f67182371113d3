class Tracker:
    def __init__(self, name):
        self.name = name
        self.log = []
    def __enter__(self):
        self.log.append("enter " + self.name)
        return self
    def __exit__(self, exc_type, exc, tb):
        self.log.append("exit " + self.name)
        return False

def early(t):
    with t as x:
        for i in range(3):
            if i == 1:
                return x.name
    return "none"

t = Tracker("a")
print(early(t), t.log)
u = Tracker("u")
try:
    with u, Tracker("v") as v:
        v.log.append("body")
        raise ValueError("oops")
except ValueError as e:
    print("caught", e)
print(u.log)
for k in range(3):
    with t:
        if k == 1:
            continue
        t.log.append(str(k))
print(t.log)
