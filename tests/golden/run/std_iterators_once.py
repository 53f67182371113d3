z = zip([1, 2], [3, 4])
print(list(z), list(z))
m = map(str, [1, 2])
print(list(m), list(m))
g = (x * x for x in range(4))
print(sum(g), sum(g))
e = enumerate("ab")
for i, c in e:
    print(i, c)
for i, c in e:
    print("never")
def f(it):
    return list(it), list(it)
print(f(zip([1], [2])))
def h(xs):
    r = reversed(xs)
    a = [v for v in r]
    b = [v for v in r]
    return a, b
print(h([1, 2, 3]))
it = map(int, "123")
pairs = [(a, b) for a in range(2) for b in it]
print(pairs)
z1 = zip([1, 2, 3], [4, 5, 6])
for a, b in z1:
    print(a, b)
    break
print(list(z1))
keys = {"a": 1}.keys()
print(list(keys), list(keys))
if len(pairs) > 2:
    z = zip([5], [6])
else:
    z = zip([7], [8])
print(list(z))
once = zip([1], [2])
print(dict(once))
q = filter(None, [0, 1, 2])
while True:
    x = next(q, None)
    if x is None:
        break
    print(x)
