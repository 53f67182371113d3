#!/usr/bin/env python3
"""Measures CUDA kernels: on the CPU beside C and Numba's simulator, and on a GPU where there is one.

    tests/bench/run_cuda_bench.py [--npjit PATH] [--clang PATH] [--python PATH] [--rounds N] [--only TEXT]
                                  [--gpu] [--no-simulator]

Figures are nanoseconds per CUDA thread, the medians of all launches of all rounds; the variants run in
turn. Columns:
  npjit      kernels compiled for the CPU, all processors
  one        the same with one thread
  clang      the same algorithm as loops in C, clang -O3 -march=native, one thread
  simulator  Numba's CUDA simulator (with the warp operations that tests/support/cudasim.py adds), for a
             few blocks: it needs about 0.1 ms per thread and barrier
  gpu        npjit --target=cuda, with --gpu
  numba      numba.cuda on the GPU, with --gpu
A ratio is another's time over npjit's. The bars are those of the CPU executor: at most 1 ns per thread
for the reduction in shared memory, and 1000 times the simulator's speed everywhere; the exit status is
1 when one is missed. Programs are tests/bench/cuda/NAME.py, with NAME.c beside them. They take a size and
a number of repetitions as arguments, time themselves and print "time SECONDS", "threads N", "checksum X".
"""
import argparse
import os
import pathlib
import sys
import tempfile

import run_bench as base

HERE = pathlib.Path(__file__).resolve().parent
SIMULATOR = HERE.parent / "support" / "cudasim.py"
SMALL = {"reduction": 1024, "shuffle": 512, "matmul16": 32, "matmul32": 32}
BAR_NS = {"reduction": 1.0}
BAR_SIMULATOR = 1000


class Variant(base.Variant):
    """One way to run a program; its times are per thread."""

    def __init__(self, command, env):
        super().__init__(command)
        self.env = env
        self.threads = None

    def ns(self):
        median = self.median()
        return median / self.threads * 1e9 if median and self.threads else None


def run(variant, *_unused):
    """Runs a program that times itself."""
    for line in base.run(variant.command, variant.env, None).splitlines():
        word, _, value = line.partition(" ")
        if word == "time":
            variant.times.append(float(value))
        elif word == "threads":
            variant.threads = int(value)
        elif word == "checksum":
            variant.checksum = float(value)
    if not variant.times or not variant.threads:
        raise base.Failure('no "time" or "threads" lines in the output')


def cpu_variants(bench, path):
    """Ways to run the program of `path` on the CPU."""
    one = {**os.environ, **base.ONE_THREAD}
    variants = {"npjit": Variant([bench.npjit, path], dict(os.environ)),
                "one": Variant([bench.npjit, path], one)}
    source = path.with_suffix(".c")
    if bench.clang and source.exists():
        variants["clang"] = Variant([bench.compile_c(source)], one)
    return variants


def gpu_variants(bench, path):
    """Ways to run it on the GPU."""
    variants = {"gpu": Variant([bench.npjit, "--target=cuda", path], dict(os.environ))}
    if bench.has_numba:
        variants["numba"] = Variant([bench.python, path], dict(os.environ))
    return variants


def simulated(bench, path, rounds):
    """The simulator's variant, and npjit's for the same small size, whose results must agree."""
    small = [str(SMALL[path.stem]), "1"]
    variants = {"simulator": Variant([bench.python, SIMULATOR, path, *small], dict(os.environ)),
                "npjit, small": Variant([bench.npjit, path, *small], dict(os.environ))}
    base.measure(variants, run, min(rounds, 2), None, None)
    return variants["simulator"], base.notes_on(path.stem, variants)


def show(value):
    return "-" if value is None else f"{value:.3f}" if value < 1000 else f"{value:.0f}"


def missed_bars(name, figures):
    """What is not as fast as it has to be."""
    own, simulator = figures.get("npjit"), figures.get("simulator")
    notes = []
    if own and name in BAR_NS and own > BAR_NS[name]:
        notes.append(f"{name}: {own:.3f} ns per thread, the bar is {BAR_NS[name]}")
    if own and simulator and simulator < BAR_SIMULATOR * own:
        notes.append(f"{name}: {simulator / own:.0f} times the simulator, the bar is {BAR_SIMULATOR}")
    return notes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--npjit", default=str(base.ROOT / "build" / "npjit"))
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="a part of the program's file name")
    parser.add_argument("--gpu", action="store_true", help="measure the GPU as well")
    parser.add_argument("--no-simulator", action="store_true", help="leave the simulator out")
    options = parser.parse_args()
    if not os.access(options.npjit, os.X_OK):
        parser.error(f"no npjit at {options.npjit}")
    rows, notes = [], []
    columns = ["npjit", "one", "clang", "simulator"] + (["gpu", "numba"] if options.gpu else [])
    with tempfile.TemporaryDirectory(prefix="npjit-bench-") as work:
        bench = base.Bench(options, work)
        for path in sorted((HERE / "cuda").glob("*.py")):
            if options.only not in path.stem:
                continue
            variants = cpu_variants(bench, path)
            if options.gpu:
                variants.update(gpu_variants(bench, path))
            base.measure(variants, run, options.rounds, None, None)
            notes += base.notes_on(path.stem, variants)
            if bench.has_numba and not options.no_simulator:
                variants["simulator"], more = simulated(bench, path, options.rounds)
                notes += more
            figures = {who: variant.ns() for who, variant in variants.items()}
            notes += missed_bars(path.stem, figures)
            rows.append([path.stem] + [show(figures.get(who)) for who in columns] +
                        [show(base.ratio(figures.get("clang"), figures.get("one"))),
                         show(base.ratio(figures.get("simulator"), figures.get("npjit")))])
    base.print_table("CUDA kernels: ns per thread", ["", *columns, "clang/one", "simulator/npjit"],
                     rows)
    if notes:
        print("\nnotes")
        print("\n".join(f"  {note}" for note in notes))
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(main())
