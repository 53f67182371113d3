import numpy as np
a = np.array([1, 2], dtype=np.uint8)
print(np.clip(a,0,300), a.clip(-1,300), a.clip(-5), np.clip(a, None, 1), a > 300, a == -1, a != 256, -1 < a)
u = np.array([1], dtype=np.uint64)
print(u == -1, u > -1, np.uint64(5) > -3, np.uint8(5) == 261, np.isin(a, 300))
def f(k):
    return a + k
for k in (3, 255, 256, -1):
    try:
        print(f(k))
    except OverflowError as e:
        print(e)
for k in (300, -1):
    try:
        a[0] = k
    except OverflowError as e:
        print(e)
    try:
        a[:] = k
    except OverflowError as e:
        print(e)
    try:
        a[a > 0] = k
    except OverflowError as e:
        print(e)
    try:
        a[[0]] = k
    except OverflowError as e:
        print(e)
    try:
        print(np.uint8(k))
    except OverflowError as e:
        print(e)
    try:
        print(np.full(2, k, dtype=np.uint8))
    except OverflowError as e:
        print(e)
    try:
        print(np.array([1, k], dtype=np.uint8))
    except OverflowError as e:
        print(e)
    try:
        print(np.maximum(a, k))
    except OverflowError as e:
        print(e)
print(a, np.array([300]).astype(np.uint8), np.int64(300).astype(np.uint8), a + True)
a[0] = np.int64(300)
print(a, np.uint32(7) - np.uint32(8) == 4294967295, np.uint32(7) << 3, np.uint64(2**64-1) + np.uint64(1))
u = np.array([0, 1, 2**63, 2**64 - 1], dtype=np.uint64)
i = np.array([0, -1, -2**63, 2**63 - 1], dtype=np.int64)
print(u > i, u < i, u == i, u != i, i >= u, i[:, None] < u)
for dt in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
    a = np.array([0, 1, 100], dtype=dt)
    for k in (-1, 0, 1, 127, 128, 255, 256, -129, 70000, 2**31, 2**32, -2**40):
        print((a > k).sum(), (a == k).sum(), (k >= a).sum(), (a[1] < k), (k != a[2]), end=" ")
    print()
print(np.array([200], np.uint8) > np.array([-1], np.int8), np.uint8(200) > np.int8(-1), np.array([1], np.uint32) > -1)
print((np.arange(5) > 2) & (np.arange(5, dtype=np.uint8) < 300))
