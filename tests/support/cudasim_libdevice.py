"""libdevice for cudasim.py: each function by its name, computed with Python's exact numbers where rounding counts."""
import math
import re
from fractions import Fraction

import numpy as np

LIMITS = {np.float32: Fraction(float(np.finfo(np.float32).max)), np.float64: Fraction(np.finfo(np.float64).max)}


def rounded(exact, kind, mode):
    """The fraction as a float32 or float64, rounded to nearest (rn), down, up or towards zero."""
    if mode == "rz":
        mode = "rd" if exact > 0 else "ru"
    if abs(exact) > LIMITS[kind]:
        grows = mode == "rn" or exact > 0 and mode == "ru" or exact < 0 and mode == "rd"
        size = kind(np.inf) if grows else kind(float(LIMITS[kind]))
        return size if exact > 0 else -size
    y = kind(float(exact))
    if mode == "rd" and (np.isinf(y) or Fraction(float(y)) > exact):
        y = np.nextafter(y, kind(-np.inf))
    if mode == "ru" and (np.isinf(y) or Fraction(float(y)) < exact):
        y = np.nextafter(y, kind(np.inf))
    return y


def root(x, kind, mode):
    y = kind(math.sqrt(x))
    square = Fraction(float(y)) ** 2
    if mode == "ru":
        return y if square >= x else np.nextafter(y, kind(np.inf))
    return y if square <= x else np.nextafter(y, kind(-np.inf))


def by_mode(name, args):
    """dadd_rd and the like; None: no such name."""
    found = re.fullmatch(r"([df])(add|sub|mul|div|rcp|sqrt|rsqrt)_(r[nduz])", name) or re.fullmatch(
        r"()(fmaf?)_(r[nduz])", name
    )
    if not found:
        return None
    which, what, mode = found.groups()
    kind = np.float32 if which == "f" or what == "fmaf" else np.float64
    x = [Fraction(float(kind(a))) for a in args]
    if what == "sqrt" and mode != "rn":
        return root(x[0], kind, mode)
    if "sqrt" in what:
        return kind(math.sqrt(x[0])) if what == "sqrt" else kind(1 / math.sqrt(x[0]))
    results = {
        "add": lambda: x[0] + x[1],
        "sub": lambda: x[0] - x[1],
        "mul": lambda: x[0] * x[1],
        "div": lambda: x[0] / x[1],
        "rcp": lambda: 1 / x[0],
        "fma": lambda: x[0] * x[1] + x[2],
        "fmaf": lambda: x[0] * x[1] + x[2],
    }
    return rounded(results[what](), kind, mode)


INTS = {"int": np.int32, "uint": np.uint32, "ll": np.int64, "ull": np.uint64}
FLOATS = {"float": np.float32, "double": np.float64}


def conversion(name, args):
    found = re.fullmatch(r"(int|uint|ll|ull|float|double)2(int|uint|ll|ull|float|double)_(r[nduz])", name)
    if not found:
        return None
    source, target, mode = found.groups()
    if target in FLOATS:
        value = float(args[0]) if source in FLOATS else int(INTS[source](args[0]))
        return rounded(Fraction(value), FLOATS[target], mode)
    value = float(FLOATS[source](args[0]))
    whole = {"rn": round, "rd": math.floor, "ru": math.ceil, "rz": math.trunc}[mode](value)
    limits = np.iinfo(INTS[target])
    return INTS[target](min(max(whole, limits.min), limits.max))


def bits(value, source, target):
    return np.array(value, dtype=source).view(target)[()]


def away(x):
    return math.copysign(math.floor(abs(x) + 0.5), x)


def remquo(x, y):
    q = round(Fraction(x) / Fraction(y))
    return math.remainder(x, y), (abs(q) & 7) * (-1 if q < 0 else 1)


def byte_perm(x, y, s):
    both = (int(x) & 0xFFFFFFFF) | (int(y) & 0xFFFFFFFF) << 32
    out = sum((both >> 8 * (int(s) >> 4 * i & 7) & 255) << 8 * i for i in range(4))
    return np.int32(np.uint32(out))


def low24(x):
    return (int(x) & 0xFFFFFF) - (1 << 24 if int(x) & 0x800000 else 0)


def as_int32(x):
    return np.int32(np.uint32(int(x) & 0xFFFFFFFF))


def special(name):
    from scipy import special as functions  # noqa: PLC0415

    names = {"erfinv": "erfinv", "erfcinv": "erfcinv", "erfcx": "erfcx", "normcdf": "ndtr", "normcdfinv": "ndtri"}
    names.update({n: n for n in ("j0", "j1", "jn", "y0", "y1", "yn")})
    return getattr(functions, names[name])


SPECIAL = ("erfinv", "erfcinv", "erfcx", "normcdf", "normcdfinv", "j0", "j1", "jn", "y0", "y1", "yn")
REAL = {
    "rsqrt": lambda x: 1.0 / math.sqrt(x),
    "rcbrt": lambda x: 1.0 / math.cbrt(x),
    "sinpi": lambda x: math.sin(math.pi * x),
    "cospi": lambda x: math.cos(math.pi * x),
    "sincos": lambda x: (math.sin(x), math.cos(x)),
    "sincospi": lambda x: (math.sin(math.pi * x), math.cos(math.pi * x)),
    "exp10": lambda x: 10.0**x,
    "fmax": max,
    "fmin": min,
    "fabs": abs,
    "fdim": lambda x, y: max(x - y, 0.0),
    "fdivide": lambda x, y: x / y,
    "fma": lambda x, y, z: float(Fraction(x) * Fraction(y) + Fraction(z)),
    "saturate": lambda x: min(max(x, 0.0), 1.0),
    "tgamma": math.gamma,
    "rint": lambda x: float(round(x)),
    "nearbyint": lambda x: float(round(x)),
    "round": away,
    "floor": lambda x: float(math.floor(x)),
    "ceil": lambda x: float(math.ceil(x)),
    "trunc": lambda x: float(math.trunc(x)),
    "pow": math.pow,
    "powi": lambda x, n: math.pow(x, int(n)),
    "ldexp": lambda x, n: math.ldexp(x, int(n)),
    "scalbn": lambda x, n: math.ldexp(x, int(n)),
    "logb": lambda x: float(math.frexp(x)[1] - 1),
    "remquo": remquo,
    "normcdf": lambda x: math.erfc(-x / math.sqrt(2)) / 2,
}
PLAIN = {
    "abs": lambda x: abs(np.int32(x)),
    "llabs": lambda x: abs(np.int64(x)),
    "byte_perm": byte_perm,
    "mul24": lambda x, y: as_int32(low24(x) * low24(y)),
    "umul24": lambda x, y: np.uint32((int(x) & 0xFFFFFF) * (int(y) & 0xFFFFFF) & 0xFFFFFFFF),
    "mulhi": lambda x, y: np.int32(int(np.int32(x)) * int(np.int32(y)) >> 32),
    "umulhi": lambda x, y: np.uint32(int(np.uint32(x)) * int(np.uint32(y)) >> 32),
    "mul64hi": lambda x, y: np.int64(int(x) * int(y) >> 64),
    "umul64hi": lambda x, y: np.uint64(int(np.uint64(x)) * int(np.uint64(y)) >> 64),
    "hadd": lambda x, y: np.int32(int(x) + int(y) >> 1),
    "rhadd": lambda x, y: np.int32(int(x) + int(y) + 1 >> 1),
    "uhadd": lambda x, y: np.uint32(int(x) + int(y) >> 1),
    "urhadd": lambda x, y: np.uint32(int(x) + int(y) + 1 >> 1),
    "sad": lambda x, y, z: as_int32(abs(int(x) - int(y)) + int(z)),
    "usad": lambda x, y, z: np.uint32(abs(int(x) - int(y)) + int(z) & 0xFFFFFFFF),
    "popc": lambda x: (int(x) & 0xFFFFFFFF).bit_count(),
    "popcll": lambda x: (int(x) & (1 << 64) - 1).bit_count(),
    "clz": lambda x: 32 - (int(x) & 0xFFFFFFFF).bit_length(),
    "clzll": lambda x: 64 - (int(x) & (1 << 64) - 1).bit_length(),
    "ffs": lambda x: (int(x) & -int(x)).bit_length(),
    "ffsll": lambda x: (int(x) & -int(x)).bit_length(),
    "brev": lambda x: as_int32(int(format(int(x) & 0xFFFFFFFF, "032b")[::-1], 2)),
    "brevll": lambda x: np.int64(np.uint64(int(format(int(x) & (1 << 64) - 1, "064b")[::-1], 2))),
    "float2half_rn": lambda x: bits(np.float16(np.float32(x)), np.float16, np.int16),
    "half2float": lambda x: np.float32(bits(x, np.int16, np.float16)),
    "float_as_int": lambda x: bits(x, np.float32, np.int32),
    "int_as_float": lambda x: bits(x, np.int32, np.float32),
    "double_as_longlong": lambda x: bits(x, np.float64, np.int64),
    "longlong_as_double": lambda x: bits(x, np.int64, np.float64),
    "double2hiint": lambda x: np.int32(bits(x, np.float64, np.int64) >> 32),
    "double2loint": lambda x: as_int32(bits(x, np.float64, np.int64)),
    "hiloint2double": lambda x, y: bits(int(x) << 32 | int(y) & 0xFFFFFFFF, np.int64, np.float64),
    "ilogb": lambda x: math.frexp(x)[1] - 1,
    "llrint": lambda x: round(float(x)),
    "llround": lambda x: int(away(float(x))),
    "isnan": lambda x: int(math.isnan(x)),
    "isinf": lambda x: int(math.isinf(x)),
    "isfinite": lambda x: int(math.isfinite(x)),
    "finite": lambda x: int(math.isfinite(x)),
    "signbit": lambda x: int(math.copysign(1, x) < 0),
}
MINMAX = {"": np.int32, "u": np.uint32, "ll": np.int64, "ull": np.uint64}


def single(value):
    return tuple(np.float32(v) for v in value) if isinstance(value, tuple) else np.float32(value)


class Libdevice:
    def __getattr__(self, name):
        return lambda *args: self.call(name, args)

    def call(self, name, args):
        for kind in (by_mode, conversion):
            result = kind(name, args)
            if result is not None:
                return result
        found = re.fullmatch(r"(u|ll|ull|)(min|max)", name)
        if found:
            kind = MINMAX[found.group(1)]
            return {"min": min, "max": max}[found.group(2)](kind(args[0]), kind(args[1]))
        name = name.removeprefix("fast_")
        for base in (name, name[:-1]):
            if base in PLAIN:
                return PLAIN[base](*args)
        base = name
        known = lambda n: n in REAL or n in SPECIAL or hasattr(math, n)  # noqa: E731
        is_single = name.endswith("f") and known(name[:-1]) and name not in ("erf", "modf")
        if is_single:
            base = name[:-1]
        as_real = (lambda a: float(np.float32(a))) if is_single else float
        if base == "powi" or base == "powif":
            args = (args[0], float(args[1]))
        function = special(base) if base in SPECIAL else REAL.get(base) or getattr(math, base)
        if base in ("jn", "yn"):
            result = function(int(args[0]), as_real(args[1]))
        else:
            result = function(*[as_real(a) for a in args])
        return single(result) if is_single else result
