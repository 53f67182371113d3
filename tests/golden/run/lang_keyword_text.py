# The text of **keywords is that of a dict; f-strings show narrow floats as Python floats.
import numpy as np


def both(a, *rest, b=2, **extra):
    return a, rest, b, extra


def only(**options):
    print(options, len(options), "x" in options)
    return options


print(both(1), both(1, 2, b=3, x=4, y="s"))
only()
print(f"{only(x=1.5)}", [only(y=(1,))])
x = np.float32(1) / 3
print(f"{x} {x!s} {x!r} {x:.3f}", x, f"{np.float16(0.1)} {np.float64(0.1)} {np.int8(3)} {np.bool_(True)}")


def keys(**kw):
    for k in kw:
        print(k, end=" ")
    print(list(kw), sorted(kw), "a" in kw, "zz" in kw, 2 in kw, kw["a"], kw.get("q", 5), [k for k in kw])
    for k, v in sorted(kw.items()):
        print(k, v)


keys(b=1, a=2)
