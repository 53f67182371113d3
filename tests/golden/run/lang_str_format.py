n, x, s = 42, 3.14159265, "abc"
print("{} {}".format(1, 2), "{1} {0}".format("a", "b"), "{:>5}|{:<5}|{:^5}".format(1, 2, 3))
print("{:.2f}".format(x), "{a}{b:03d}".format(a=1, b=2), "{0:{1}}".format(7, 4))
print("{0} {0!r} {1:.1f} {name}".format(s, x, name="kw"), "{{}}".format())
print("{:,} {:%} {:e}".format(1234567, 0.25, 1500.0), "{:*^11}".format("mid"))
print(str(x)[:6], repr(s), format(x, ".3f"), format(n, "#x"), format("t", ">4"), format(1e9, ","))
print(round(x, 3), str(1e-5), repr(2.0))
print(1, 2.0, "three", None, True, [4], (5,), {"six": 6}, sep=" / ", end=" <end>\n")
print()
print("a", end="")
print("", "b", "", sep=",")
print("x\ty\\z", 'single\'s', "nl\\n", "\u03b1\u03b2", sep="|")
print("{:5d}|{:<8.3f}|{:>6}".format(n, x, s), "{:08.3f} {:+d} {:x} {:b}".format(-x, n, n, n))
print("{[1]} {.real}".format([5, 6], 3))
row = "{:<8}{:>6}{:>9.2f}"
for item in (("tea", 3, 1.5), ("coffee", 12, 24.0)):
    print(row.format(*item))
