import math

print(math.floor(2.7), math.ceil(2.1), math.trunc(-2.7), math.floor(-2.1), math.ceil(-0.5))
print(math.fmod(-7.5, 2), math.copysign(3, -0.0))
print(math.pi, math.e, math.tau, math.sqrt(2), math.hypot(3, 4), round(math.cbrt(27.0), 9), math.exp(0))
print(math.log(1), math.log2(8), math.log10(1000), math.log(8, 2))
print(math.factorial(10), math.comb(5, 2), math.perm(5, 2), math.gcd(12, 18), math.lcm(4, 6), math.isqrt(50))
print(math.prod([1, 2, 3]))
print(math.degrees(math.pi), math.radians(180.0), math.sin(0.0), math.cos(0.0), math.atan2(1, 1) * 4)
print(math.isclose(0.1 + 0.2, 0.3))
print(math.frexp(8.0), math.ldexp(0.5, 4), math.modf(3.25), math.modf(-3.25), math.fsum([0.1] * 10))
print(math.dist((0, 0), (3, 4)))
print(math.erf(0.0), math.gamma(5.0), math.lgamma(1.0), math.expm1(0.0), math.log1p(0.0), math.sinh(0.0))
print(math.cosh(0.0), math.tanh(0.0))
print(math.remainder(7.0, 4.0), math.nextafter(1.0, 2.0), math.ulp(1.0), math.inf, -math.inf, math.nan)
for f in (math.sin, math.cos, math.tan, math.exp, math.atan, math.asinh, math.erf, math.erfc):
    print("%.10f" % f(0.7), end=" ")
print()
for name, call in (
    ("sqrt", lambda: math.sqrt(-1.0)), ("log", lambda: math.log(0.0)), ("exp", lambda: math.exp(1000.0)),
    ("fmod", lambda: math.fmod(1.0, 0.0))
):
    try:
        print(name, call())
    except (ValueError, OverflowError) as e:
        print(name, type(e).__name__)
