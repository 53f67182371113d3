import numpy as np

inf, nan = np.inf, np.nan
x = np.array([1.0, -1.0, 0.0, -0.0, inf, -inf, nan])
with np.errstate(all="ignore"):
    print(x + 1, x * 0, x - x)
    print(1 / x, x / 0.0, x // 2, x % 2)
    print(x ** 2, x ** 0, x ** -1, np.sqrt(x))
    print(np.array([1, 0, -1]) / np.array([0, 0, 0]), np.array([1, -7]) // np.array([0, 2]))
    print(np.array([5, 7]) % np.array([0, -4]))
    print(np.float64(1) / 0, -np.float64(1) / 0, np.float64(0) / 0, np.int64(5) // np.int64(0), np.float64(5) % 0)
    print(np.float32(3e38) * 10, np.float64(1e308) * 10, np.exp(710.0), np.exp(-750.0), np.log(0.0))
    print(np.sqrt(-1.0), np.power(0.0, -1), np.arccos(2.0))
print(x == x, x < 1, x >= 0, np.maximum(x, 0), np.max(x), np.signbit(x), np.sign(x))
print(np.floor(x), np.abs(x), -x, np.cumsum(x), np.sum(x[:5]), np.prod(x[2:4]))
for f in (lambda: 1.0 / 0.0, lambda: 5 // 0, lambda: 5 % 0, lambda: 0.0 ** -1):
    try:
        print(f())
    except ZeroDivisionError as e:
        print("ZeroDivisionError:", e)
print(np.nextafter(0, 1), np.finfo(float).tiny, 0.1 + 0.2 == 0.3, np.isclose(0.1 + 0.2, 0.3), np.float32(0.1) == 0.1)
print(np.float32(0.1) + np.float32(0.2), np.float64(0.1) * 3, np.float32(1) - np.float32(1e-8))
print(sum([0.1] * 10), np.sum(np.full(10, 0.1)))
