import numpy as np
from numba import njit, vectorize, uint8, uint32


@njit
def popcount(x):
    n = 0
    while x:
        x &= x - 1
        n += 1
    return n


@vectorize([uint32(uint32)])
def popcount32(x):
    x = x - ((x >> 1) & uint32(0x55555555))
    x = (x & uint32(0x33333333)) + ((x >> 2) & uint32(0x33333333))
    x = (x + (x >> 4)) & uint32(0x0F0F0F0F)
    return uint32(x * uint32(0x01010101)) >> 24


@vectorize([uint8(uint8)])
def reverse8(b):
    r = 0
    for i in range(8):
        r = (r << 1) | ((b >> i) & 1)
    return r


@njit
def gray(n):
    return n ^ (n >> 1)


@njit
def gray_inverse(g):
    n = 0
    while g:
        n ^= g
        g >>= 1
    return n


@njit
def next_combination(x):
    """The next larger number with as many bits set (Gosper)."""
    c = x & -x
    r = x + c
    return (((r ^ x) >> 2) // c) | r


@njit
def crc8(data):
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = ((crc << 1) ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


def hamming74(bits):
    d1, d2, d3, d4 = bits
    p1 = d1 ^ d2 ^ d4
    p2 = d1 ^ d3 ^ d4
    p3 = d2 ^ d3 ^ d4
    return [p1, p2, d1, p3, d2, d3, d4]


def correct(word):
    s = 0
    for pos, bit in enumerate(word, 1):
        if bit:
            s ^= pos
    if s:
        word[s - 1] ^= 1
    return s


print([popcount(x) for x in (0, 1, 255, 256, 1023, 2 ** 40 - 1)])
x = np.array([0, 1, 0xFFFFFFFF, 0x80000001, 12345], dtype=np.uint32)
print(popcount32(x), popcount32(x).dtype, np.bitwise_count(x))
b = np.arange(0, 256, 37).astype(np.uint8)
print(b, reverse8(b), reverse8(reverse8(b)) is not b, np.array_equal(reverse8(reverse8(b)), b))
print([format(gray(n), "03b") for n in range(8)])
print(all(gray_inverse(gray(n)) == n for n in range(500)))

c, combos = 0b00111, []
while c < 32:
    combos.append(c)
    c = next_combination(c)
print([bin(v) for v in combos], len(combos))
print("crc8", crc8(np.array([ord(ch) for ch in "123456789"])))
word = hamming74([1, 0, 1, 1])
print("sent", word)
for flip in (0, 3, 6):
    bad = word.copy()
    bad[flip] ^= 1
    at = correct(bad)
    print("error at", at, "repaired", bad == word)

a, m = np.int64(-20), 0b1010
print(a >> 2, a & 7, ~a, m << 3, m ^ 0xF, m | 5, -m & 0xFF)
print(np.left_shift(1, np.arange(6)), np.right_shift(-64, np.arange(4)), np.invert(np.array([0, 5], dtype=np.uint8)))
print(np.bitwise_and.reduce([15, 7, 13]), np.bitwise_or.reduce([1, 4, 8]), np.bitwise_xor.reduce([5, 5, 9]))
print(np.unpackbits(np.array([5, 200], dtype=np.uint8)), np.packbits([1, 0, 1, 0, 0, 0, 0, 1]))
print((10).bit_length(), (2 ** 40).bit_length(), int("ff", 16), int("1011", 2), hex(255), oct(64), bin(-5))
subsets = [[i for i in range(3) if mask >> i & 1] for mask in range(8)]
print(subsets)
single = 0
for v in (4, 1, 2, 1, 2):
    single ^= v
print("odd one out:", single, "swap:", end=" ")
p, q = 9, 14
p ^= q
q ^= p
p ^= q
print(p, q)
