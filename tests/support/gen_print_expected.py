#!/usr/bin/env python3
"""Writes tests/unit/runtime/print_expected.def: texts of numbers and arrays, recorded from CPython and
NumPy 2.

    gen_print_expected.py > tests/unit/runtime/print_expected.def

    P_FLOAT(bits of a double, repr(float), str(np.float64))
    P_FLOAT32(bits, str(np.float32))    P_HALF(bits, str(np.float16))
    P_COMPLEX(bits of both parts, repr(complex), repr(np.complex128))
    P_OPTIONS(precision, threshold, edgeitems, linewidth, suppress, sign, floatmode)
                                        for the arrays that follow
    P_ARRAY(dtype, ndim, (shape), bytes of the elements in C order, str, repr)
    P_FORMAT_INT(value, spec, text)     format(value, spec)
    P_FORMAT_FLOAT(bits, spec, text)
    P_FORMAT_STR(value, spec, text)
    P_PERCENT_INT(template, value, text)
    P_PERCENT_FLOAT(template, bits, text)

A macro that the includer leaves undefined expands to nothing; all are undefined at the end."""
import struct

import numpy as np

rng = np.random.default_rng(2024)


def quoted(text):
    out = []
    for byte in text.encode() if isinstance(text, str) else text:
        char = chr(byte)
        out.append(f"\\{byte:03o}" if byte < 32 or byte > 126 or char in '"\\?' else char)
    return '"' + "".join(out) + '"'


def bits(x):
    return "0x%016x" % struct.unpack("<Q", struct.pack("<d", x))


FLOATS = [0.0, -0.0, 1.0, -1.5, 0.1, 1 / 3, 1e15, 1e16, 9999999999999998.0, 123456789.125, 1e-4, 9.999e-5, 1e22,
          1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 2.0**53, 2.0**-44, 2.0**100, 9.5e-7,
          float("inf"), float("-inf"), float("nan"), 4.35, 0.30000000000000004, 2.0**-1022, 8.41e21]


def write_scalars():
    values = FLOATS + [float(x) for x in rng.standard_normal(20) * 10.0 ** rng.integers(-20, 20, 20)]
    for x in values:
        print(f"P_FLOAT( {bits(x)}, {quoted(repr(x))}, {quoted(str(np.float64(x)))} )")
    for x in values:
        with np.errstate(all="ignore"):
            y = np.float32(x)
        print(f"P_FLOAT32( 0x{y.view(np.uint32):08x}, {quoted(str(y))} )")
    for code in [0, 1, 0x3FF, 0x400, 0x2E66, 0x3C00, 0x63D0, 0x7BFF, 0x7C00, 0x7E00, 0xBC01, 0x5640]:
        print(f"P_HALF( 0x{code:04x}, {quoted(str(np.uint16(code).view(np.float16)))} )")
    for z in [0j, 1 + 2j, -1.5j, complex(-0.0, 1), complex(0, -0.0), complex(float("nan"), float("inf")), 1e20 - 1e-7j]:
        print(f"P_COMPLEX( {bits(z.real)}, {bits(z.imag)}, {quoted(repr(z))}, {quoted(repr(np.complex128(z)))} )")


def write_array(a):
    a = np.ascontiguousarray(a)
    shape = ", ".join(map(str, a.shape)) or "0"
    print(f"P_ARRAY( {a.dtype.name}, {a.ndim}, ({shape}),\n         {quoted(a.tobytes())},"
          f"\n         {quoted(str(a))},\n         {quoted(repr(a))} )")


def arrays():
    yield np.arange(5)
    yield np.arange(12).reshape(3, 4) - 5
    yield np.arange(1001, dtype=np.int16)
    yield np.arange(1200, dtype=np.int16).reshape(3, 10, 40)
    yield np.zeros((0, 3))
    yield np.zeros(0, np.int32)
    yield np.array(1.5)
    yield np.array(True)
    yield np.array([True, False])
    yield np.array([1.0, 2.5, np.nan, -np.inf])
    yield np.array([1e-5, 1.0, 100.0])
    yield np.array([1e8, 1.0])
    yield np.array([0.1, 0.25], np.float32)
    yield np.array([1234.5, 0.5], np.float16)
    yield np.array([1 + 2j, -0.5j, complex(np.nan, 1)])
    yield np.array([1.5 + 1e-9j, 1e5], np.complex64)
    yield np.array([2**64 - 1, 0], np.uint64)
    yield np.array([[[-128, 127], [0, 1]]], np.int8)
    yield np.linspace(0, 1, 30)
    yield rng.standard_normal((2, 3, 4))
    yield rng.standard_normal(4) * 10.0 ** np.array([-200, 0, 3, 100])
    yield np.zeros((2, 2, 2), np.float32)
    yield np.full(3, np.nan)


MODES = ["fixed", "unique", "maxprec", "maxprec_equal"]
OPTIONS = [dict(), dict(precision=3), dict(precision=2, suppress=True, linewidth=40), dict(sign="+", floatmode="fixed", precision=4),
           dict(sign=" ", floatmode="unique"), dict(floatmode="maxprec_equal", threshold=5, edgeitems=2)]
DEFAULTS = dict(precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False, sign="-", floatmode="maxprec")


def write_arrays():
    for options in OPTIONS:
        o = {**DEFAULTS, **options}
        np.set_printoptions(**o)
        print(f"P_OPTIONS( {o['precision']}, {o['threshold']}, {o['edgeitems']}, {o['linewidth']}, "
              f"{int(o['suppress'])}, '{o['sign']}', {MODES.index(o['floatmode'])} )")
        for a in arrays():
            if a.size < 50 or not options or "threshold" in options and a.size < 1100:
                write_array(a)
    np.set_printoptions(**DEFAULTS)


def write_formats():
    for x in [0, 42, -1234567, 2**63 - 1, -2**63]:
        for spec in ["", "d", "5", "<8", "^+9", "08", ",", "_", "012,", "#x", "X", "#b", "_b", "#o", "e", ".2f", "%", "*>10", "=+12", "n"]:
            print(f"P_FORMAT_INT( {f'{x}' if x > -2**63 else '(-9223372036854775807 - 1)'}, {quoted(spec)}, {quoted(format(x, spec))} )")
    for x in [0.0, -0.0, 3.14159, 2.675, 1e16, -1234567.891, 5e-324, 1e300, 0.5, float("inf"), float("nan")]:
        for spec in ["", "f", ".0f", ".2f", ".30f", "e", ".3E", "g", ".3", "#.3g", "010.2f", ",.2f", "+", "z.1f", "%", "^12.1f", "020,.3f"]:
            print(f"P_FORMAT_FLOAT( {bits(x)}, {quoted(spec)}, {quoted(format(x, spec))} )")
    for x in ["", "abc", "h\u00e9llo"]:
        for spec in ["", "s", "6", ">6", "*^7", ".2", "5.1", "05"]:
            print(f"P_FORMAT_STR( {quoted(x)}, {quoted(spec)}, {quoted(format(x, spec))} )")
    for template in ["%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%x", "%#X", "%o", "%.4d", "%s", "%r", "%e", "%c", "%5.1f%%"]:
        print(f"P_PERCENT_INT( {quoted(template)}, 65, {quoted(template % 65)} )")
    for template in ["%f", "%.2f", "%8.3f|", "%-9.1e|", "%g", "%#g", "%+.3G", "%d", "%s", "%r", "%010.2f"]:
        for x in [3.75, -1234.5678, 1e20]:
            print(f"P_PERCENT_FLOAT( {quoted(template)}, {bits(x)}, {quoted(template % x)} )")


MACROS = ["P_FLOAT", "P_FLOAT32", "P_HALF", "P_COMPLEX", "P_OPTIONS", "P_ARRAY", "P_FORMAT_INT", "P_FORMAT_FLOAT",
          "P_FORMAT_STR", "P_PERCENT_INT", "P_PERCENT_FLOAT"]


def main():
    print("/* Texts of numbers and arrays: see tests/support/gen_print_expected.py. */")
    print("/* clang-format off */")
    for macro in MACROS:
        print(f"#ifndef {macro}\n#define {macro}(...)\n#endif")
    write_scalars()
    write_arrays()
    write_formats()
    for macro in MACROS:
        print(f"#undef {macro}")
    print("/* clang-format on */")


main()
