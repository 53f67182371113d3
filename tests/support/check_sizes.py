#!/usr/bin/env python3
"""Checks that no C source or header is longer than 800 lines.

    check_sizes.py ROOT

Tables (*.def) are exempt. Exit status 1 when a file is too long."""
import pathlib
import sys

LIMIT = 800
FOLDERS = ("compiler", "runtime", "cpu-backend", "ptx-backend", "jit", "tests", "cmake")


def main():
    root = pathlib.Path(sys.argv[1])
    status = 0
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]")):
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > LIMIT:
                print(f"{path.relative_to(root)}: {lines} lines, at most {LIMIT}")
                status = 1
    return status


sys.exit(main())
