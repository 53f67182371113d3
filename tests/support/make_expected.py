#!/usr/bin/env python3
"""Makes, or checks, the NAME.expected files beside the test programs NAME.py.

    make_expected.py PYTHON [--check] [--jobs N] [PATTERN ...]

PYTHON is an interpreter that has NumPy 2 and Numba: what it prints is what npjit must print. With
--check nothing is written: programs whose output is not what NAME.expected holds are listed, and the
exit status is 1 if there are any. A PATTERN (a shell pattern of `folder/name`, such as `run/np_*` or
`examples/*`) picks some of the programs.

examples/ and tests/golden/run/
    NAME.expected is the standard output, byte for byte; the program must exit with status 0.

tests/golden/errors/
    Each program holds one mistake. NAME.expected is one line that must occur in what npjit writes to
    standard error; npjit must exit with status 1. There are two kinds:
    - Mistakes found at run time: the line is the last one that Python writes, the exception's type and
      message (`ZeroDivisionError: division by zero`), with white space at its end removed.
    - Mistakes found at compile time: a line of the program carries the comment `# error`, and
      NAME.expected is that place, `NAME.py:LINE:`. Texts of diagnostics are not compared. When the comment
      reads `# error: unsupported`, npjit alone rejects the program; otherwise Python must fail as well,
      and that is checked here.
"""
import argparse
import fnmatch
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {
    "examples": ROOT / "examples",
    "run": ROOT / "tests" / "golden" / "run",
    "errors": ROOT / "tests" / "golden" / "errors",
}
TIMEOUT_S = 300
MARK = re.compile(r"#\s*error(:\s*unsupported)?\s*$")


class Unusable(Exception):
    """The program cannot serve as a test; the text says why."""


def run(python, source, cache_dir):
    # programs for CUDA run in Numba's simulator
    simulator = [str(ROOT / "tests" / "support" / "cudasim.py")] if source.name.startswith("cuda_") else []
    env = dict(os.environ)
    env["NUMBA_DISABLE_PERFORMANCE_WARNINGS"] = "1"
    env["NUMBA_CACHE_DIR"] = cache_dir
    env["PYTHONHASHSEED"] = "random"  # an output that depends on the hash seed is a mistake
    env["PYTHONIOENCODING"] = "utf-8"
    env["PYTHONPATH"] = str(ROOT / "tests" / "support" / "python")  # a stand-in for CuPy
    return subprocess.run(
        [python, "-W", "ignore", *simulator, source.name],
        cwd=source.parent,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def last_line(data):
    lines = data.decode("utf-8", "replace").rstrip().splitlines()
    return lines[-1].rstrip() if lines else ""


def expected_of_output(python, source, cache_dir):
    done = run(python, source, cache_dir)
    if done.returncode != 0:
        raise Unusable("exit status %d: %s" % (done.returncode, last_line(done.stderr)))
    if not done.stdout:
        raise Unusable("prints nothing")
    return done.stdout


def expected_of_error(python, source, cache_dir):
    text = source.read_text(encoding="utf-8")
    marks = [(i, m) for i, line in enumerate(text.splitlines(), 1) if (m := MARK.search(line))]
    if len(marks) > 1:
        raise Unusable("more than one line is marked `# error`")
    place = b"%s:%d:\n" % (source.name.encode(), marks[0][0]) if marks else None
    if marks and marks[0][1].group(1):
        return place
    done = run(python, source, cache_dir)
    if done.returncode == 0:
        raise Unusable("Python finds no error")
    if marks:
        return place
    if done.returncode != 1:
        raise Unusable("exit status %d instead of 1" % done.returncode)
    return (last_line(done.stderr) + "\n").encode()


def handle(task):
    """Returns (name, problem); problem is None when all is well."""
    python, folder, source, cache_dir, check = task
    name = folder + "/" + source.stem
    make = expected_of_error if folder == "errors" else expected_of_output
    try:
        new = make(python, source, cache_dir)
    except Unusable as problem:
        return name, str(problem)
    except subprocess.TimeoutExpired:
        return name, "took more than %d s" % TIMEOUT_S
    target = source.with_suffix(".expected")
    old = target.read_bytes() if target.exists() else None
    if new == old:
        return name, None
    if check:
        return name, "differs from %s" % target.name if old is not None else "has no " + target.name
    target.write_bytes(new)
    return name, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("python", help="interpreter with NumPy and Numba")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="such as run/np_*")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--jobs", type=int, default=2, help="programs run at a time")
    args = parser.parse_intermixed_args()

    with tempfile.TemporaryDirectory() as cache_dir:
        tasks = [
            (args.python, folder, source, cache_dir, args.check)
            for folder, path in FOLDERS.items()
            for source in sorted(path.glob("*.py"))
            if not args.patterns
            or any(fnmatch.fnmatch(folder + "/" + source.stem, p) for p in args.patterns)
        ]
        with ThreadPoolExecutor(max_workers=args.jobs) as pool:
            results = list(pool.map(handle, tasks))
    problems = [(name, problem) for name, problem in results if problem]
    for name, problem in problems:
        print("%s: %s" % (name, problem))
    print("%d programs, %d problems" % (len(results), len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
