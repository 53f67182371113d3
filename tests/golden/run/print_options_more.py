import numpy as np

a = np.array([np.pi, 1e-6, 12345.6789, -0.5])
with np.printoptions(sign="+"):
    print(np.array([1.0, -2.0, 0.0]))
with np.printoptions(formatter={"float": lambda v: f"<{v:.1f}>"}):
    print(np.array([1.25, 2.0]))
with np.printoptions(floatmode="fixed", precision=2):
    print(np.array([1.0, 2.345, 10.5]))
with np.printoptions(nanstr="--", infstr="oo"):
    print(np.array([np.nan, np.inf, 1.0]))
print(np.array2string(a, precision=2))
print(np.array2string(np.array([1.0, 2.0]), formatter={"float_kind": lambda v: "%.3f" % v}))
print(np.array2string(np.arange(3), prefix="x = "))
print(np.format_float_positional(1234.5), np.format_float_positional(0.1, precision=3))
print(np.format_float_scientific(12345.678, precision=2), np.format_float_positional(1e10))
print(np.get_printoptions()["precision"])
