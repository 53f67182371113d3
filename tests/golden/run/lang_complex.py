import cmath
import math

z = 3 + 4j
w = complex(1, -2)
print(z, w, z + w, z - w, z * w, z / w, -z, z.conjugate(), abs(z), z.real, z.imag)
print(1j, -1j, 1j ** 2, (1 + 1j) ** 2, 2j * 2j, 0j, complex(0, -0.0), complex(-0.0, 0.0), complex(2.5), 1e20 + 1e-5j)
print(z == 3 + 4j, z != w, z == 5, (2 + 0j) == 2, bool(0j), bool(1j))
print([1j, 2 + 0.5j], (1j,), str(1 - 1j), repr(-1 - 0.5j), f"{z}", f"{z:.2f}", "%s" % (2j,))
print(cmath.sqrt(-4), cmath.sqrt(-1).imag, round(cmath.phase(1j), 6), round(abs(cmath.exp(1j * math.pi) + 1), 12))
r, phi = cmath.polar(1 + 1j)
print(round(r, 6), round(phi, 6), cmath.isnan(complex(math.nan, 0)), cmath.isfinite(1j))
back = cmath.rect(2.0, math.pi / 2)
print(round(back.real, 9), round(back.imag, 9))


def quadratic(a, b, c):
    d = b * b - 4 * a * c
    if d >= 0:
        s = math.sqrt(d)
        return (-b + s) / (2 * a), (-b - s) / (2 * a)
    s = cmath.sqrt(d)
    return (-b + s) / (2 * a), (-b - s) / (2 * a)


print(quadratic(1, -3, 2), quadratic(1, 2, 5))
roots = [cmath.exp(2j * math.pi * k / 5) for k in range(5)]
print([f"{v.real:.4f}{v.imag:+.4f}j" for v in roots])
print(f"{abs(sum(roots)):.3f}", len(roots))
total = 0
for k in range(4):
    total += 1j ** k * k
print(total)
z = 0j
for n in range(5):
    z = z * z + (-0.5 + 0.5j)
print(z)
