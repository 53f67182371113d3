#!/usr/bin/env python3
"""Checks the #include lines of every C file against the layering of the project.

    check_includes.py ROOT

    runtime  <-  compiler  <-  cpu-backend, ptx-backend  <-  jit  <-  tests, examples

Rules, one function each:
  * a quoted include is written from the root and names an existing file;
  * a folder includes only itself and the folders its arrow points at (LAYERS);
  * "*_internal.h" and "*.inc.c" stay in their folder (tests may look inside);
  * the public header includes nothing but the C library;
  * a folder uses only the foreign headers allowed to it: no LLVM in the run-time library, no
    target machine, JIT or driver in the compiler.

Exit status 1 when a rule is broken, with FILE:LINE: lines."""
import pathlib
import re
import sys

LAYERS = {
    "runtime": {"runtime"},
    "compiler": {"compiler", "runtime"},
    "cpu-backend": {"cpu-backend", "compiler", "runtime"},
    "ptx-backend": {"ptx-backend", "compiler", "runtime"},
    "jit": {"jit", "cpu-backend", "ptx-backend", "compiler", "runtime"},
    "tests": {"tests", "jit", "cpu-backend", "ptx-backend", "compiler", "runtime"},
    "examples": {"jit"},
}

# Headers of others that a folder must not use, as a pattern on what stands between < and >.
FOREIGN = {
    "runtime": r"llvm|llvm-c|cuda",
    "compiler": r"llvm/|llvm-c/(TargetMachine|Orc|LLJIT|ExecutionEngine|Object|lto)|cuda|ffi\.h",
    "cpu-backend": r"llvm/|cuda|cublas|cufft|cusolver",
    "ptx-backend": r"llvm/|llvm-c/(Orc|LLJIT|ExecutionEngine)|cuda|cublas|cufft|cusolver",
    "jit": r"llvm/|cuda",
}

PUBLIC_HEADER = "jit/include/npjit.h"
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def includes(path):
    """(line number, quoted name or None, bracketed name or None) of each include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        found = INCLUDE.match(line)
        if found:
            yield number, found.group(1), found.group(2)


def check_quoted(root, name, folder, target):
    if target == "npjit.h" and folder == "examples":
        return None
    if ".." in target.split("/") or not (root / target).is_file():
        return f'"{target}" is not a file, seen from the root'
    if target.split("/")[0] not in LAYERS[folder]:
        return f'{folder}/ must not include "{target}"'
    is_private = target.endswith(("_internal.h", ".inc.c"))
    if is_private and folder != "tests" and target.rsplit("/", 1)[0] != name.rsplit("/", 1)[0]:
        return f'"{target}" is private to its folder'
    return None


def check_bracketed(name, folder, target):
    if name == PUBLIC_HEADER and "/" in target:
        return f"the public header must not include <{target}>"
    if folder in FOREIGN and re.match(FOREIGN[folder], target):
        return f"{folder}/ must not include <{target}>"
    return None


def check_file(root, path):
    name = path.relative_to(root).as_posix()
    folder = name.split("/")[0]
    problems = []
    for number, quoted, bracketed in includes(path):
        if quoted and name == PUBLIC_HEADER:
            problem = "the public header must not include a project header"
        elif quoted:
            problem = check_quoted(root, name, folder, quoted)
        else:
            problem = check_bracketed(name, folder, bracketed)
        if problem:
            problems.append(f"{name}:{number}: {problem}")
    return problems


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = [path for folder in LAYERS for pattern in ("*.c", "*.h", "*.def")
             for path in sorted((root / folder).rglob(pattern))]
    problems = [problem for path in files for problem in check_file(root, path)]
    print("\n".join(problems) if problems else f"{len(files)} files: includes are in order")
    return 1 if problems else 0


sys.exit(main())
