#!/usr/bin/env python3
"""Times kernels on an NVIDIA GPU: npjit, CUDA C by nvcc, and numba-cuda, taking turns.

    run_gpu_bench.py --npjit build/npjit [--python PYTHON] [--rounds N]

Prints a table of medians over the rounds (each a median itself) and what npjit's is against nvcc's
and Numba's: above 1 is faster. PYTHON needs Numba with numba-cuda; without it that column is empty.
Needs nvcc. The last rows are whole processes, in ms.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBA = "import sys, numpy as np; np.row_stack = np.vstack; f = sys.argv[1]; exec(compile(open(f).read(), f, 'exec'))"


def run(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    ms = (time.perf_counter() - start) * 1e3
    if done.returncode:
        sys.exit("%s: exit code %d\n%s" % (" ".join(command[:3]), done.returncode, done.stderr[-2000:]))
    return done.stdout, ms


def add_lines(rows, column, text):
    for line in text.splitlines():
        words = line.split()
        if len(words) != 3 or "wrong" in line:
            sys.exit("%s: %s" % (column, line))
        rows.setdefault(words[0], {"unit": words[2]}).setdefault(column, []).append(float(words[1]))


def ratio(row, ours, other):
    if ours is None or other is None:
        return ""
    lower_is_better = row["unit"] in ("ms", "us")
    return "%.2f" % (other / ours if lower_is_better else ours / other)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--npjit", required=True)
    parser.add_argument("--python")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    kernels = os.path.join(HERE, "gpu", "kernels.py")
    small = os.path.join(HERE, "gpu", "add.py")
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "kernels")
        run([options.nvcc, "-O3", "-arch=native", "-o", binary, os.path.join(HERE, "gpu", "kernels.cu")])
        commands = {"npjit": [options.npjit, "--target=cuda"], "nvcc": None}
        if options.python:
            commands["numba"] = [options.python, "-c", NUMBA]
        for _ in range(options.rounds):
            for column, command in commands.items():
                text, _ = run(command + [kernels] if command else [binary])
                add_lines(rows, column, text)
        for _ in range(2 * options.rounds + 1):
            for column, command in commands.items():
                if command:
                    _, ms = run(command + [small])
                    rows.setdefault("process_add", {"unit": "ms"}).setdefault(column, []).append(ms)
    print("%-26s %8s %10s %10s %10s %8s %8s" % ("", "unit", "npjit", "nvcc", "numba", "/nvcc", "/numba"))
    for name, row in rows.items():
        medians = {c: statistics.median(row[c]) if c in row else None for c in ("npjit", "nvcc", "numba")}
        shown = ["" if m is None else "%.3f" % m for m in medians.values()]
        print("%-26s %8s %10s %10s %10s %8s %8s" % (
            name, row["unit"], *shown, ratio(row, medians["npjit"], medians["nvcc"]),
            ratio(row, medians["npjit"], medians["numba"])))


if __name__ == "__main__":
    main()
