import numpy as np

names = [
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32",
    "float64", "complex64", "complex128"
]
print("array with array, a + b")
arrays = {}
for n in names:
    row = []
    for k in names:
        row.append(str((np.ones(1, dtype=n) + np.ones(1, dtype=k)).dtype))
    print(f"{n:<11}" + " ".join(row))
print("array with Python scalars: int, float, complex, True")
for n in names:
    x = np.ones(1, dtype=n)
    print(f"{n:<11}", (x + 1).dtype, (x + 1.0).dtype, (x + 1j).dtype, (x + True).dtype)
print("true divide, floor divide, power, sqrt, mean, sum")
for n in names[1:12]:
    x = np.ones(2, dtype=n)
    print(f"{n:<11}", (x / x).dtype, (x // x).dtype, (x ** 2).dtype, np.sqrt(x).dtype, x.mean().dtype)
    print(x.sum().dtype, (-x).dtype, (x * x).dtype, np.abs(x).dtype, x.cumsum().dtype)
print("scalars")
print((np.float32(1) + 1).dtype, (np.float32(1) + 1.5).dtype, (np.int8(1) + 1).dtype)
print((np.float32(1) + np.float64(1)).dtype, (np.int64(1) + np.float32(1)).dtype, (np.uint8(5) * 2.0).dtype)
print((np.int16(1) + np.uint16(1)).dtype)
print((np.arange(2, dtype="f4") * np.float64(2)).dtype, (np.arange(2, dtype="f4") * 2.0).dtype)
print((np.arange(2, dtype="i1") + np.int64(1)).dtype)
print((np.array(1, dtype="i1") + np.arange(2, dtype="i4")).dtype, np.float32(3) ** 2, type(np.float32(3) * 2))
print(type(np.int64(3) / 2), type(np.int32(7) // 2), (np.int32(2) ** 3).dtype)
print(np.result_type(np.int8, np.uint8), np.result_type("f4", "i8"), np.promote_types("i4", "f4"))
print(np.can_cast("i8", "f8"), np.can_cast("f8", "f4"), np.can_cast("f8", "f4", "same_kind"))
print(np.min_scalar_type(300))
print((np.array([1, 2]) == 1.0).dtype, (np.array([True]) & np.array([1])).dtype)
print(np.where([True], np.float32(1), np.int64(1)).dtype, np.concatenate(([1], [2.5])).dtype)
print(np.stack((np.ones(1, "f4"), np.ones(1, "f8"))).dtype, np.array([1, 2.5, 3]).dtype)
print(np.array([1, True]).dtype, np.array([1, 2j]).dtype, np.array([True, False]).dtype)
