import math

print(0.1 + 0.2, 1 / 3, 2 / 3, 1e22, 1e23, 1e-7, 1.5e300 * 1e10, 5e-324)
print(1.0, -0.0, 100.0, 1e15, 1e16, 123456789012345.6, 1234567890123456.7, 12345678901234567.0)
print(0.0001, 0.00001, 0.00012345, 1e5, 123.456, 1 / 7, 1e100)
print(7.5 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2, 7.5 % -2, 5.0 // 0.1, 1.0 % 0.1, divmod(7.5, 2), divmod(-7.5, 2))
print(2.0 ** 0.5, 2 ** 0.5, 4 ** -0.5, (-8.0) ** 3, 0.0 ** 0, 1e10 ** 2, (-2.0) ** -2)
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(0.5), round(1.25, 1), round(1234.5678, -2))
print(round(1e20))
print(int(2.9), int(-2.9), float(3), float("1.5e3"), float("-inf"), float("nan"), 3.0 == 3, 0.1 + 0.2 == 0.3)
inf, nan = float("inf"), math.nan
print(inf, -inf, nan, inf - inf, inf * 0, inf > 1e308, nan == nan, nan != nan, nan < 1, 1e308 * 10, -inf < 0)
print(math.isnan(nan), math.isinf(inf), math.isfinite(1.0), min(1.0, nan), max(nan, 1.0), min(2, 1.0), max(1, 1.0))
print(abs(-2.5), pow(2.0, 3), sum([0.1, 0.2, 0.3]), max(1.5, 2), min(-0.0, 0.0), -0.0 == 0.0, str(-0.0), 0.0 * -1)
x = 10.0
x /= 4
x -= 1
x *= 3
x //= 2
x **= 2
x += 0.25
print(x, x.is_integer(), (4.0).is_integer(), 1e-10, -1e-10)
print(3.7 // 1, 3.7 % 1 < 0.71, 1e16 + 1, 9007199254740993, float(9007199254740993), 4.35 * 100, 1.1 + 2.2)
print("%.3f %.0f %.10g %g %e" % (math.pi, 2.5, math.pi, 1e-5, 12345.678))
print(f"{1e6:.1f} {1e-3:g} {0.1:.20f} {1 / 3:.3e}")
