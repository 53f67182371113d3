"""Operations that always raise, in a try statement: attributes that are missing, hasattr, functions that raise."""
def f(x):
    l = [1]
    l.foo(x)
    return 1
try:
    f(1)
except AttributeError as e:
    print(e)
def f(x):
    l = [1]
    y = l.foo
    return 1
try:
    f(1)
except AttributeError as e:
    print(e)
try:
    l = (1, 2)
    l.foo(3)
except AttributeError as e:
    print(e)
def g(x):
    return x + "a"
try:
    g(1)
except TypeError as e:
    print(e)
try:
    print(g(2))
except TypeError as e:
    print(e)
class P: pass
try:
    print(hasattr(P(), "zap"), hasattr([1], "append"))
    print("after")
except ValueError:
    print("no")
def h(x):
    l = [1]
    return l.foo(x)
try:
    h(1)
except AttributeError as e:
    print(e)
