import numpy as np

f = np.array([1.9, -1.9, 0.0, 255.5, 3e4])
print(f.astype(int), f.astype(np.int32), f.astype(np.float32), f.astype(bool), f.astype("f4").dtype)
print(f[:4].astype(np.int16))
i = np.array([0, 1, 127, 128, 255, 256, -1])
print(i.astype(np.uint8), i.astype(np.int8), i.astype(np.uint16), i.astype(float), i.astype(bool))
print(i.astype(np.uint32), i.astype(np.uint64))
print(np.float32(1) / 3, int(np.float64(-2.9)), float(np.int8(-5)), bool(np.float64(0)))
print(complex(np.float32(0.5)), np.int32(True))
a = np.zeros(3, dtype=np.int64)
a[:] = [1.7, -2.2, 3.9]
a[0] = 9.99
print(a, a.dtype, np.array([1.5, 2.5], dtype=int), np.array([1, 0], dtype=bool), np.array([[1, 2]], dtype=np.float32))
b = np.ones(2, dtype=np.float32)
b += np.float64(0.1)
b *= 2
print(b, b.dtype, b.astype(np.float64), float(np.float32(0.1)), np.float64(np.float32(0.1)))
try:
    a += 0.5
except TypeError as e:
    print("TypeError:", str(e)[:62])
print(np.asarray([1, 2], dtype=float), np.array(a) is a, np.asarray(a) is a)
print(np.ascontiguousarray(np.arange(4)[::2]), np.array((1, 2.0)))
print(np.array([[1, 2], [3, 4]], dtype="u1").T.dtype, np.array(range(3)), np.bool_(True) + 1)
print(np.array([True]) + np.array([True]), np.round(np.float32(2.567), 1))
print(np.arange(3).astype(float) / 2, np.arange(3).astype(str), np.array(["1", "22"]).astype(int))
print(np.array([0.5, 1.5]).astype(complex))
