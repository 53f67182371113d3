import numpy as np

for a in (
    np.arange(3), np.array([1.5, 2]), np.array([True, False]), np.array([1, 2], dtype=np.int32),
    np.zeros((2, 2), dtype=np.float32), np.array([1j]), np.array([]), np.array([], dtype=int),
    np.zeros((0, 3)), np.array(5), np.array(2.5), np.array(["a", "bc"]), np.array([[1, 2], [3, 4]]),
    np.arange(4, dtype=np.uint8).reshape(2, 2), np.eye(2), np.array([np.nan, np.inf]),
    np.arange(24).reshape(2, 3, 4)
):
    print(repr(a))
print([np.arange(2), np.array(["x"])], (np.eye(2), 1), {"a": np.zeros(2)}, [np.array([[1, 2], [3, 4]])])
print(repr(np.arange(1200)))
print(repr(np.linspace(0, 1, 12)))
print(repr(np.linspace(0, 1, 2000).reshape(1000, 2)))
print(repr(np.arange(30)), repr(np.arange(40.0).reshape(2, 20)))
print(str(np.arange(3)), f"{np.arange(3)}", "%s" % np.arange(3), "{}".format(np.eye(2)), "%r" % np.arange(2))
print(str(np.float64(2)) + "|" + repr(np.float64(2)))
print(f"{np.arange(3)!r} {np.float32(0.5)!r} {np.int64(3)!r}", np.arange(3).tolist(), np.eye(2).tolist())
print(np.array2string(np.arange(4), separator=", "), np.array_str(np.arange(2)), np.array_repr(np.arange(2)))
print(np.array(["spam", "é"]), np.array([["a", "b"], ["ccc", "d"]]), np.array(["it's", 'q"q']))
print(np.array([b"raw", b"x"]), np.array(["a"])[0], [np.array(["a"])[0]])
