#!/usr/bin/env python3
"""Measures npjit beside clang, Numba and NumPy, on this machine, in one run.

    tests/bench/run_bench.py [--npjit PATH] [--clang PATH] [--python PATH] [--rounds N] [--only TEXT]

Three tables:
  process   wall time of a whole process: the program cold_sum.py
  kernels   loops of py/kernel_*.py: npjit, npjit --unsafe, clang -O3 -march=native on
            c/kernel_*.c (the same loops), Numba with one thread
  arrays    array expressions of py/array_*.py: npjit and NumPy with one thread

The programs time themselves and print "time SECONDS" lines and a "checksum". All variants of a
program run in turn, round by round, on one and the same processor; the figure of a variant is the
median of all its times. A ratio is another's time over npjit's: above 1 npjit is faster. Variants
whose checksums disagree (relative 1e-6) are marked. --python is an interpreter that may have NumPy
and Numba; what it lacks is left out.
"""
import argparse
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ONE_THREAD = {name: "1" for name in (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS",
    "NPJIT_NUM_THREADS")}
TIMEOUT_S = 300


class Failure(Exception):
    """A variant that could not be run, with the reason in one line."""


class Variant:
    """One way to run a program: its command and what was measured."""

    def __init__(self, command, prepare=None):
        self.command = [str(word) for word in command]
        self.prepare = prepare
        self.times = []
        self.checksum = None
        self.problem = None

    def median(self):
        return statistics.median(self.times) if self.times and not self.problem else None


def run(command, env, processor):
    """The standard output of a command, pinned to a processor unless that is None."""
    pin = None if processor is None else lambda: os.sched_setaffinity(0, {processor})
    try:
        done = subprocess.run(command, env=env, preexec_fn=pin, capture_output=True, text=True,
                              timeout=TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Failure(str(problem)) from problem
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise Failure(f"exit status {done.returncode}: {lines[-1]}")
    return done.stdout


def run_timed(variant, env, processor):
    """Runs a program that times itself and collects what it prints."""
    for line in run(variant.command, env, processor).splitlines():
        word, _, value = line.partition(" ")
        if word == "time":
            variant.times.append(float(value))
        elif word == "checksum":
            variant.checksum = float(value)
    if not variant.times:
        raise Failure('no "time" lines in the output')


def run_process(variant, env, _processor):
    """Times a whole process from outside."""
    if variant.prepare:
        variant.prepare()
    start = time.perf_counter()
    run(variant.command, env, None)
    variant.times.append(time.perf_counter() - start)


def measure(variants, how, rounds, env, processor):
    """Runs the variants (a dict by name) in turn; a failing one is not tried again."""
    for _ in range(rounds):
        for variant in variants.values():
            if variant.problem:
                continue
            try:
                how(variant, env, processor)
            except Failure as failure:
                variant.problem = str(failure)


def has_module(python, name):
    done = subprocess.run([python, "-c", f"import {name}"], capture_output=True, check=False)
    return done.returncode == 0


# ---- output ----------------------------------------------------------------------------------


def milliseconds(seconds):
    return "-" if seconds is None else f"{seconds * 1e3:.3f}"


def ratio(numerator, denominator):
    return numerator / denominator if numerator and denominator else None


def show_ratio(value):
    return "-" if value is None else f"{value:.2f}"


def geomean(values):
    values = [value for value in values if value]
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def print_table(title, header, rows):
    """Prints rows of texts in columns; the first column is aligned to the left."""
    print(f"\n{title}")
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    for row in [header, *rows]:
        first, *others = [text.ljust(width) if i == 0 else text.rjust(width)
                          for i, (text, width) in enumerate(zip(row, widths))]
        print("  " + "  ".join([first, *others]).rstrip())


def notes_on(name, variants):
    """What went wrong with a program: failures and checksums that disagree."""
    notes = [f"{name}, {who}: {variant.problem}" for who, variant in variants.items()
             if variant.problem]
    sums = {who: v.checksum for who, v in variants.items() if v.checksum is not None}
    if sums:
        middle = statistics.median_low(sums.values())
        notes += [f"{name}, {who}: checksum {value!r}, others {middle!r}"
                  for who, value in sums.items()
                  if not math.isclose(value, middle, rel_tol=1e-6, abs_tol=1e-9)]
    return notes


def compare(title, programs, ratios):
    """Prints one table. `programs` maps a name to its variants; `ratios` are rows (column, over,
    under): the time of variant `over` divided by that of `under`. Returns notes."""
    if not programs:
        return []
    names = list(dict.fromkeys(who for variants in programs.values() for who in variants))
    rows, notes, columns = [], [], {column: [] for column, _, _ in ratios}
    for name, variants in programs.items():
        medians = {who: variants[who].median() if who in variants else None for who in names}
        row = [name] + [milliseconds(medians[who]) for who in names]
        for column, over, under in ratios:
            value = ratio(medians.get(over), medians.get(under))
            columns[column].append(value)
            row.append(show_ratio(value))
        rows.append(row)
        notes += notes_on(name, variants)
    means = {column: geomean(values) for column, values in columns.items()}
    rows.append(["geometric mean"] + [""] * len(names) + [show_ratio(m) for m in means.values()])
    print_table(title, [""] + [f"{who} ms" for who in names] + list(columns), rows)
    return notes


# ---- the three groups ------------------------------------------------------------------------


class Bench:
    """The tools found, the options, and a folder for temporary files."""

    def __init__(self, options, work):
        self.npjit = str(pathlib.Path(options.npjit).resolve())
        self.clang = shutil.which(options.clang)
        self.python = options.python
        self.rounds = options.rounds
        self.only = options.only
        self.work = pathlib.Path(work)
        self.processor = max(os.sched_getaffinity(0))
        self.cache = self.work / "cache"
        self.process_env = {**os.environ, "NPJIT_CACHE_DIR": str(self.cache)}
        self.env = {**self.process_env, **ONE_THREAD}
        self.has_numpy = has_module(self.python, "numpy")
        self.has_numba = has_module(self.python, "numba")

    def programs(self, prefix):
        """(name, path) of the programs of a group that --only selects."""
        for path in sorted((HERE / "py").glob(f"{prefix}_*.py")):
            name = path.stem.removeprefix(f"{prefix}_")
            if self.only in path.stem:
                yield name, path

    def clear_cache(self):
        shutil.rmtree(self.cache, ignore_errors=True)

    def compile_c(self, source):
        program = self.work / source.stem
        subprocess.run([self.clang, "-O3", "-march=native", "-D_GNU_SOURCE", f"-I{ROOT}",
                        str(source), "-o", str(program), "-lm"], check=True)
        return program

    def process(self):
        programs = {}
        for name, path in self.programs("cold"):
            variants = {"npjit": Variant([self.npjit, path], self.clear_cache),
                        "cached": Variant([self.npjit, path])}
            if self.has_numba:
                variants["numba"] = Variant([self.python, path])
            variants["python -c pass"] = Variant([self.python, "-c", "pass"])
            measure(variants, run_process, max(self.rounds, 5), self.process_env, None)
            programs[name] = variants
        return compare("process: wall time from start to end", programs, [
            ("numba/npjit", "numba", "npjit"), ("numba/cached", "numba", "cached")])

    def kernels(self):
        programs = {}
        for name, path in self.programs("kernel"):
            variants = {"npjit": Variant([self.npjit, path]),
                        "unsafe": Variant([self.npjit, "--unsafe", path])}
            source = HERE / "c" / f"{path.stem}.c"
            if self.clang and source.exists():
                variants["clang"] = Variant([self.compile_c(source)])
            if self.has_numba:
                variants["numba"] = Variant([self.python, path])
            measure(variants, run_timed, self.rounds, self.env, self.processor)
            programs[name] = variants
        return compare("kernels: loops, one thread", programs, [
            ("clang/npjit", "clang", "npjit"), ("numba/npjit", "numba", "npjit"),
            ("npjit/unsafe", "npjit", "unsafe")])

    def arrays(self):
        programs = {}
        for name, path in self.programs("array"):
            variants = {"npjit": Variant([self.npjit, path])}
            if self.has_numpy:
                variants["numpy"] = Variant([self.python, path])
            measure(variants, run_timed, self.rounds, self.env, self.processor)
            programs[name] = variants
        return compare("arrays: array expressions, one thread", programs, [
            ("numpy/npjit", "numpy", "npjit")])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--npjit", default=str(ROOT / "build" / "npjit"))
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="a part of the program's file name")
    options = parser.parse_args()
    if not os.access(options.npjit, os.X_OK):
        parser.error(f"no npjit at {options.npjit}")
    with tempfile.TemporaryDirectory(prefix="npjit-bench-") as work:
        bench = Bench(options, work)
        for tool, found in (("clang", bench.clang), ("NumPy", bench.has_numpy),
                            ("Numba", bench.has_numba)):
            if not found:
                print(f"{tool} not found: its columns are left out")
        notes = [note for group in (bench.process, bench.kernels, bench.arrays)
                 for note in group()]
    if notes:
        print("\nnotes")
        print("\n".join(f"  {note}" for note in notes))
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(main())
