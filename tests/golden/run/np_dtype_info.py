import numpy as np

a = np.zeros(3, dtype=np.int64)
print(np.finfo(np.float64).eps, np.finfo(np.float32).max, np.iinfo(np.int32).max, np.iinfo(np.uint8).min, np.iinfo("i8").min)
print(np.dtype(int), np.dtype("f4").itemsize, np.dtype(np.bool_).kind, np.int32 == np.dtype("int32"), np.array([1]).itemsize)
print(np.array([1.0]).nbytes, np.dtype("complex64").name, np.issubdtype(np.int8, np.integer), np.issubdtype(np.float32, np.floating))
print(a.dtype == int, a.dtype == np.int64, a.dtype == "int64", a.dtype != np.float64, a.dtype.kind, a.dtype.itemsize, str(a.dtype))
print(np.result_type(np.int8, np.uint8), np.result_type("f4", "i8"), np.promote_types("i4", "f4"), np.can_cast("i8", "f8"), np.can_cast("f8", "f4"))
v = np.arange(4, dtype=np.int32).view(np.uint8)
print(v.shape, v[:8], np.array([1.0]).view(np.int64), np.array([1.5, -2.0], dtype=np.float32).view(np.uint32))
print(np.array([1, 2], dtype=np.int16).tobytes(), np.frombuffer(b"\x01\x00\x02\x00", dtype=np.int16))
for t in (np.int8, np.uint16, np.int32, np.float32, np.float64, np.complex128, np.bool_):
    z = np.ones(2, dtype=t)
    print(z, z.dtype, z.itemsize, t(1), z.dtype.name, end="; ")
print()
print(isinstance(np.float64(1), float), isinstance(np.int64(1), int), isinstance(a, np.ndarray), isinstance(a[0], np.integer), np.isscalar(3), np.isscalar(a))
