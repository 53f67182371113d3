#!/usr/bin/env python3
"""Writes the tables of runtime/rng_*.c.

    gen_rng_tables.py ziggurat > runtime/rng_ziggurat.def      layers for normal and exponential draws
    gen_rng_tables.py logfact > runtime/rng_logfact.def        log(k!) for k = 0..125
    gen_rng_tables.py sha512 > runtime/rng_sha512.def          round constants of SHA-512

Construction of the ziggurats: G. Marsaglia, W. W. Tsang, "The Ziggurat Method for Generating Random Variables",
J. Stat. Softw. 5(8), 2000. A density f is covered by 256 layers of equal area v: layer 0 is the base
strip with the tail beyond r = x[255], and f(x[i-1]) = f(x[i]) + v / x[i]. With an m-bit integer j a
layer proposes j * w[i], where w[i] = x[i] / 2**m (w[0] = v / f(r) / 2**m), and accepts at once when
j < k[i], where k[i] is x[i-1] / x[i] scaled by 2**m.

NumPy's streams depend on the last bit of each entry, so the arithmetic below follows the one its
tables came from: the normal layers in double precision, the exponential ones correctly rounded, and
in single precision through nine decimal digits. Only the standard library is needed."""
import math
import sys
from decimal import Decimal, getcontext

getcontext().prec = 60
LAYERS = 256
NORMAL_R = 3.6541528853610088
# The area of a layer as it was used: four units in the last place under the exact one.
NORMAL_V = float.fromhex("0x1.43016a5a4372ep-8")
NORMAL_V_EXACT = Decimal("0.00492867323397465494283472920280318845")
# There f(x) lies within 0.002 units of a tie between two doubles; the table has the upper one.
NORMAL_TIE = 38


def normal_layers():
    """x and f in double precision, from the outermost layer inwards."""
    x, f = [0.0] * LAYERS, [1.0] * LAYERS
    x[255], f[255] = NORMAL_R, math.exp(-0.5 * NORMAL_R * NORMAL_R)
    for i in range(254, 0, -1):
        x[i] = math.sqrt(-2.0 * math.log(f[i + 1] + NORMAL_V / x[i + 1]))
        exact = (Decimal(-0.5 * x[i] * x[i])).exp()
        f[i] = float(exact)
        if i == NORMAL_TIE:
            f[i] = math.nextafter(f[i], 2.0)
    return x, f


def exact_layers(r, area, density, inverse):
    x = [Decimal(0)] * LAYERS
    x[255] = r
    for i in range(254, 0, -1):
        x[i] = inverse(density(x[i + 1]) + area / x[i + 1])
    return x, [Decimal(1)] + [density(v) for v in x[1:]]


def exponential_r():
    """The r for which the 256 layers end exactly at f(0) = 1, by bisection."""
    low, high = Decimal("7.6"), Decimal("7.8")
    for _ in range(180):
        r = (low + high) / 2
        area = (r + 1) * (-r).exp()
        y, x = (-r).exp(), r
        for _ in range(254):
            y += area / x
            if y >= 1:
                break
            x = -y.ln()
        low, high = (r, high) if y >= 1 or y + area / x > 1 else (low, r)
    return high


def float_layers(r, area, x, f):
    """The layers for 23-bit integers."""
    scale, half, base = Decimal(2**23), Decimal("0.5"), area / f[255]
    rows = [(int(r / base * scale + half), base / scale, 1)]
    return rows + [(int(x[i - 1] / x[i] * scale + half), x[i] / scale, f[i])
                   for i in range(1, LAYERS)]


def write_logfact():
    print("/* log(k!) for k = 0..125, correctly rounded; written by tests/support/gen_rng_tables.py.")
    print(" * NPRT_LOGFACT(value) */\n/* clang-format off */")
    for k in range(126):
        print(f"NPRT_LOGFACT({float(Decimal(math.factorial(k)).ln())!r})")
    print("/* clang-format on */")


def integer_root(value, power):
    low, high = 0, 1 << (value.bit_length() // power + 1)
    while low < high:
        mid = (low + high + 1) // 2
        low, high = (mid, high) if mid**power <= value else (low, mid - 1)
    return low


def write_sha512():
    primes = [n for n in range(2, 410) if all(n % d for d in range(2, n))][:80]
    print("/* Round constants of SHA-512: the first 64 bits of the fractions of the cube roots of the")
    print(" * first 80 primes (FIPS 180-4); written by tests/support/gen_rng_tables.py.")
    print(" * NPRT_SHA512_K(value) */\n/* clang-format off */")
    for p in primes:
        print(f"NPRT_SHA512_K(0x{integer_root(p << 192, 3) % 2**64:016x})")
    print("/* clang-format on */")


def write_ziggurat():
    x, f = normal_layers()
    base = NORMAL_V / f[255]
    normal = [(round(NORMAL_R / base * 2**52), base / 2**52, 1.0)]
    normal += [(round(x[i - 1] / x[i] * 2**52), x[i] / 2**52, f[i]) for i in range(1, LAYERS)]
    r = Decimal(NORMAL_R)
    x, f = exact_layers(r, NORMAL_V_EXACT, lambda v: (-v * v / 2).exp(),
                        lambda y: (-2 * y.ln()).sqrt())
    normal_f = float_layers(r, NORMAL_V_EXACT, x, f)

    r = exponential_r()
    area = (r + 1) * (-r).exp()
    x, f = exact_layers(r, area, lambda v: (-v).exp(), lambda y: -y.ln())
    base = area / f[255]
    # NumPy's 53-bit limits are 52-bit ones, doubled.
    expo = [(2 * int(r / base * 2**52), float(base / 2**53), 1.0)]
    expo += [(2 * int(x[i - 1] / x[i] * 2**52), float(x[i] / 2**53), float(f[i]))
             for i in range(1, LAYERS)]
    expo_f = float_layers(r, area, x, f)

    print("/* Layers 0..255 of the ziggurats, written by tests/support/gen_rng_tables.py.")
    print(" * NPRT_ZIG_F64(normal limit, width, density, exponential limit, width, density), and the")
    print(" * same in single precision: NPRT_ZIG_F32. */")
    print("/* clang-format off */")
    print("#ifdef NPRT_ZIG_F64")
    for (kn, wn, fn), (ke, we, fe) in zip(normal, expo):
        print(f"NPRT_ZIG_F64(0x{kn:013x}, {wn.hex()}, {fn.hex()}, "
              f"0x{ke:014x}, {we.hex()}, {fe.hex()})")
    print("#endif\n#ifdef NPRT_ZIG_F32")
    for (kn, wn, fn), (ke, we, fe) in zip(normal_f, expo_f):
        print(f"NPRT_ZIG_F32(0x{kn:06x}, {Decimal(wn):.14e}f, {Decimal(fn):.14e}f, "
              f"0x{ke:06x}, {Decimal(we):.8e}f, {Decimal(fe):.8e}f)")
    print("#endif\n/* clang-format on */")


{"ziggurat": write_ziggurat, "logfact": write_logfact, "sha512": write_sha512}[sys.argv[1]]()
