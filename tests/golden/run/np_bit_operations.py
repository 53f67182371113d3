import numpy as np

a = np.array([0b1100, 0b1010, 255, -1])
print(a & 0b0110, a | 1, a ^ 15, ~a, a << 2, a >> 1, a & [1, 2, 4, 8], 1 << np.arange(8), 255 >> np.arange(4))
print((a & 1).astype(bool))
u = np.array([1, 128, 200], dtype=np.uint8)
print(u << 1, u >> 3, ~u, u ^ np.uint8(0xFF), u & np.uint8(0x80), u | 3, (u << np.uint8(4)).dtype)
print(np.left_shift(u, 1), u.astype(np.int8) >> 1)
print(np.bitwise_and(12, 10), np.bitwise_or(12, 3), np.bitwise_xor(5, 1), np.invert([0, 1]))
print(np.right_shift(16, 2), np.bitwise_count(u))
print(np.packbits([1, 0, 0, 0, 0, 0, 1, 1]), np.unpackbits(np.array([3], dtype=np.uint8)), np.binary_repr(10))
print(np.binary_repr(5, width=8), np.base_repr(255, 16))
x = np.uint32(0xDEADBEEF)
print(x, hex(x), x >> np.uint32(16), x & np.uint32(0xFFFF), ~x, int(x) << 4, x ^ x)
h = np.zeros(3, dtype=np.uint32)
for ch in "hash me":
    h ^= np.array([ord(ch), ord(ch) << 8, ord(ch) << 16], dtype=np.uint32)
    h *= np.uint32(16777619)
print(h, np.bitwise_xor.reduce(h), h % np.uint32(97), h > 2 ** 31, h.astype(np.int32))
bits = (np.arange(8)[:, None] >> np.arange(2, -1, -1)) & 1
print(bits, bits @ [4, 2, 1])
