print(7 // 2, -7 // 2, 7 // -2, -7 // -2, 0 // 5)
print(7 % 3, -7 % 3, 7 % -3, -7 % -3, 6 % 3, -6 % 3)
print(divmod(17, 5), divmod(-17, 5), divmod(17, -5), divmod(-17, -5))
print(2 ** 10, (-2) ** 3, 2 ** 0, 0 ** 0, 2 ** -1, (-2) ** -3, 10 ** 18)
print(1 << 40, -1 >> 3, 5 & 3, 5 | 3, 5 ^ 3, ~5, -8 & 0xFF, -8 >> 1, 1 << 0)
print(abs(-9), round(7), round(15, -1), round(25, -1), pow(3, 4), pow(3, 4, 5), pow(-3, 3, 7))
print(2 ** 64, 2 ** 100 // 3 ** 20, -(2 ** 63), 12345678901234567890 * 10)
print(0x1F, 0b1010, 0o17, 1_000_000, int("42"), int("-0x1f", 16), int(3.99), int(-3.99), int(True))
print(5 == 5.0, 3 < 3.5, 10 > 9 > 8, 1 < 2 > 1, 1 == 1 != 2)
print((10).bit_length(), (255).bit_count(), (6).__add__(4), hex(-26), bin(10), oct(8))
a, b = 9223372036854775807, -9223372036854775808
print(a, b, a // 10, a % 10, b // 10, b % 10, b >> 62)
n = 5
n += 3
n -= 1
n *= 4
n //= 3
n **= 2
n %= 50
n <<= 2
n |= 1
n ^= 7
n &= 0xFE
n >>= 1
print(n)
print(bool(0), bool(-1), not 5, 3 and 4, 0 or 7, 0 and 1, None or "x", not None)
print(min(3, 1, 2), max([4, 8, 6]), sum(range(101)), sum([1, 2], 10), True + True)


def digits(k):
    total = 0
    while k:
        k, d = divmod(k, 10)
        total += d
    return total


print([digits(k) for k in (0, 9, 98765, 10 ** 17)])
for x in (-3, -2, -1, 0, 1, 2, 3):
    print(x, x // 2, x % 2, -x // 2, x * x % 5, x & 3, sep=":", end=" ")
print()
