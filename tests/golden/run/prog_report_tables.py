import numpy as np

rows = [
    ("Aldermaston", 12, 1043.5, 0.0312),
    ("Bath", 7, 88310.25, 0.27),
    ("Exeter", 120, 9.999, 0.5),
    ("York", -3, 1234567.891, 1.0),
]
print(f"{'town':<12}|{'n':>5}|{'sales':>14}|{'share':>8}")
print("-" * 12 + "+" + "-" * 5 + "+" + "-" * 14 + "+" + "-" * 8)
for town, n, sales, share in rows:
    print(f"{town:<12}|{n:>5d}|{sales:>14,.2f}|{share:>8.1%}")
print("%-12s|%5d|%14.2f|%7.1f%%" % ("total", sum(r[1] for r in rows), sum(r[2] for r in rows), 100 * sum(r[3] for r in rows)))

width, digits = 10, 3
value = 2 / 3
print(f"[{value:{width}.{digits}f}] [{value:<{width}.2e}] [{value:^{width}.4}] [{value:+.2f}] [{value:010.4f}]")
print(f"{42:b} {42:o} {42:x} {42:X} {42:#x} {42:#b} {42:08b} {42:+d} {42: d} {-42:05d} {1234567:_}")
print(f"{'left':*<10}{'mid':-^9}{'right':.>10}")
print(f"{1e10:g} {1e-5:g} {123456789.0:g} {0.0001:g} {1e16:.0f} {3.0:g} {3.14159:.3g} {100:e}")
print("{} {} {}".format(1, "two", 3.0), "{0}{1}{0}".format("x", "y"), "{name:>6}".format(name="n"))
print("%s %r %d %5.1f %e %g %x %c %%" % ("s", "r", 7.9, 3.14159, 12345.678, 0.00001, 255, "c"))
print("%5s|%-5s|%05d|%+d|% d|%.3s" % ("ab", "ab", 42, 42, 42, "truncate"))
print(f"{value!r} {'text'!r} {'text'!s:>6} {True} {None} {[1, 2.5]} {(1,)} {3 + 4j}")
x = 5
print(f"{x=} {x * 2 = } {x + 0.5=:.2f}", f"{{braces}}", f"{'nested ' + str(x)}")

m = np.array([[1.5, -2.25], [100.0, 0.125]])
for row in m:
    print(" ".join(f"{v:8.3f}" for v in row))
print(f"{m[0, 0]:.2f} {m.sum():g} {m.shape} {m.dtype} {np.float32(0.1):.8f} {np.int64(7):3d}|")
print(f"{m}")
print("array: " + str(m[0]) + " repr: " + repr(m[1]))
for i in range(1, 6):
    print("".join(f"{i * j:4d}" for j in range(1, 8)))
print(*[1, 2, 3], sep=", ", end=".\n")
print("a", "b", sep="", end="|")
print("c", 1.0, sep="\t")
print("tab\tnew\\line 'quotes' \"double\" \u00e9\u03c0", 'it''s', "long "
      "string")
histogram = {"a": 3, "bb": 7, "ccc": 1}
longest = max(len(k) for k in histogram)
for k, v in histogram.items():
    print(f"{k:>{longest}} {'█' * v} {v}")
seconds = 98765
print(f"{seconds // 3600:02d}:{seconds % 3600 // 60:02d}:{seconds % 60:02d}")
print("centre".center(12, "~"), "7".zfill(4), "x".ljust(3) + "|", "y".rjust(3))
