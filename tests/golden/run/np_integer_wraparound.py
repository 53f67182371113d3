import numpy as np

print(np.array([250, 255], dtype=np.uint8) + np.array([10, 1], dtype=np.uint8))
print(np.array([127], dtype=np.int8) + np.int8(1))
print(np.array([2 ** 31 - 1], dtype=np.int32) + np.array([1], dtype=np.int32))
print(np.array([2 ** 63 - 1]) + np.array([1]))
print(-np.array([-128], dtype=np.int8), np.abs(np.array([-128], dtype=np.int8)))
print(np.array([0], dtype=np.uint8) - np.array([1], dtype=np.uint8))
print(np.array([100], dtype=np.int8) * np.array([3], dtype=np.int8))
print(np.array([3], dtype=np.uint32) - np.array([5], dtype=np.uint32))
x = np.array([200], dtype=np.uint8)
x += 100
print(x, x.dtype, np.array([2], dtype=np.int16) ** 15, np.array([3]) ** 41, np.array([7], dtype=np.uint8) // 2 * 100)
for bad in (256, -1):
    try:
        print(np.array([1], dtype=np.uint8) + bad)
    except OverflowError as e:
        print("OverflowError:", e)
h = np.uint32(2166136261)
for ch in "hash":
    h = (h ^ np.uint32(ord(ch))) * np.uint32(16777619)
print(h, type(h))
acc = np.zeros(1, dtype=np.int64)
acc[0] = 2 ** 62
acc += acc
print(acc, np.array([2 ** 40]) * np.array([2 ** 40]), np.cumprod(np.full(4, 2 ** 20)), np.prod(np.arange(1, 26)))
print(np.uint64(2 ** 64 - 1), np.array([1], dtype=np.uint64) - np.array([2], dtype=np.uint64))
print(np.uint64(5) // np.uint64(2), np.uint64(1) << np.uint64(63))
