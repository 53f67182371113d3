#!/usr/bin/env python3
"""Writes runtime/str_unicode.def: what str methods must know of Unicode.

    gen_str_unicode.py > runtime/str_unicode.def

The properties are those of the Python that runs this (sys.version and its unicodedata decide), so
that the methods agree with that version by construction.

    U_RUN(first, flags)                  properties of the code points from `first` to the next run
    U_CASE(first, last, step, up, low, title)
                                         differences to the simple mappings, for every step-th one
    U_SPECIAL(code, up, low, title, fold)   full mappings as UTF-8 where they are not the simple ones;
                                         fold is given where it is not the lower case"""
import sys
import unicodedata

FLAGS = ["ALPHA", "DECIMAL", "DIGIT", "NUMERIC", "SPACE", "PRINTABLE", "UPPER", "LOWER", "TITLE",
         "CASED", "IGNORABLE", "ID_START", "ID_CONTINUE"]


def is_cased(c):
    return c.isupper() or c.islower() or c.istitle()


def is_ignorable(c):
    """Observed at the final sigma: an ignorable character between letter and sigma is skipped."""
    return ("a" + c + "\u03a3").lower().endswith("\u03c2") and not (c + "\u03a3").lower().endswith("\u03c2")


def flags_of(c):
    is_mark = is_ignorable(c)
    found = [c.isalpha(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isspace(), c.isprintable(),
             c.isupper(), c.islower(), unicodedata.category(c) == "Lt", is_cased(c), is_mark,
             c.isidentifier(), ("a" + c).isidentifier()]
    return sum(1 << bit for bit, value in enumerate(found) if value)


def write_runs(codes):
    previous = None
    rows = []
    for code in codes:
        flags = flags_of(chr(code))
        if flags != previous:
            rows.append(f"U_RUN( 0x{code:x}, 0x{flags:x} )")
            previous = flags
    for at in range(0, len(rows), 4):
        print(" ".join(rows[at:at + 4]))


def simple(c, mapped):
    return ord(mapped) - ord(c) if len(mapped) == 1 else 0


def write_cases(codes):
    rows = []
    for code in codes:
        c = chr(code)
        deltas = (simple(c, c.upper()), simple(c, c.lower()), simple(c, c.title()))
        if not any(deltas):
            continue
        if rows:
            first, last, step, same = rows[-1]
            distance = code - last
            if same == deltas and distance <= 2 and (first == last or step == distance):
                rows[-1] = (first, code, distance, same)
                continue
        rows.append((code, code, 1, deltas))
    for at in range(0, len(rows), 2):
        print(" ".join(f"U_CASE( 0x{f:x}, 0x{l:x}, {s}, {d[0]}, {d[1]}, {d[2]} )"
                       for f, l, s, d in rows[at:at + 2]))


def literal(text):
    return '"' + "".join(f"\\{byte:03o}" for byte in text.encode()) + '"' if text else "NULL"


def write_specials(codes):
    for code in codes:
        c = chr(code)
        full = [mapped if len(mapped) > 1 else "" for mapped in (c.upper(), c.lower(), c.title())]
        fold = c.casefold() if c.casefold() != c.lower() else ""
        if any(full) or fold:
            print(f"U_SPECIAL( 0x{code:x}, {', '.join(literal(t) for t in full)}, {literal(fold)} )")


def main():
    codes = [code for code in range(sys.maxunicode + 1)]
    print(f"/* Properties of code points, Unicode {unicodedata.unidata_version}: see "
          "tests/support/gen_str_unicode.py.")
    print(" * Flags, from bit 0: " + " ".join(FLAGS[:7]))
    print(" *                    " + " ".join(FLAGS[7:]) + ". */")
    print("/* clang-format off */")
    for name, write in (("U_RUN", write_runs), ("U_CASE", write_cases), ("U_SPECIAL", write_specials)):
        print(f"#ifdef {name}")
        write(codes)
        print("#endif")
    print("/* clang-format on */")


main()
