#!/usr/bin/env python3
"""Writes what tests/unit/runtime/test_rng.c compares random streams with, from NumPy and CPython.

    gen_rng_expected.py tests/unit/runtime        needs CPython 3.13, NumPy 2.5 and Numba

Each row of the .def files it writes is one call that fills an array:
    RNG_STREAM(family, C type, n, call, checksum for each of three seeds, first three values)
The call is C with `rng`, `out` and `n` in scope, and at the same time the label of the row. The
checksum is the polynomial sum h = h * K + bits over the n values, modulo 2**64; the values are those
of the first seed, as bits."""
import pathlib
import random
import sys

import numpy as np
from numba import njit
from numba.cuda import random as numba_cuda

K = 0x9E3779B97F4A7C15
N = 100000
SEEDS = {"legacy": (1, 12345, 2**32 - 1), "python": (1, 12345, -(2**40))}
DEFAULT_SEEDS = (1, 12345, 2**40 + 7)
CTYPES = {"double": np.float64, "float": np.float32, "int64_t": np.int64, "uint64_t": np.uint64,
          "int32_t": np.int32, "uint32_t": np.uint32, "int16_t": np.int16, "uint16_t": np.uint16,
          "int8_t": np.int8, "uint8_t": np.uint8}
# Exact in binary, so that C and Python need not round alike.
PVALS = np.array([1, 2, 3, 4, 8, 14, 16, 16]) / 64


def words(values):
    """The bits of each value, widened to 64 (integers with their sign)."""
    if values.dtype.kind == "f":
        return values.view(f"u{values.itemsize}").astype(np.uint64)
    return values.astype(np.int64 if values.dtype.kind == "i" else np.uint64).view(np.uint64)


def checksum(values):
    bits = words(values)
    powers = np.full(len(bits), K, np.uint64)
    powers[0] = 1
    powers = np.multiply.accumulate(powers)[::-1]
    return int((bits * powers).sum(dtype=np.uint64))


def generator(family, seed):
    if family == "legacy":
        return np.random.RandomState(seed)
    if family == "python":
        return random.Random(seed)
    if family == "xoroshiro":
        states = np.empty(3, numba_cuda.xoroshiro128p_dtype)
        numba_cuda.init_xoroshiro128p_states_cpu(states, np.uint64(seed), 1)
        return states
    kinds = {"mt19937": "MT19937", "pcg64dxsm": "PCG64DXSM", "philox": "Philox", "sfc64": "SFC64"}
    return np.random.Generator(getattr(np.random, kinds.get(family, "PCG64"))(seed))


class Table:
    def __init__(self, path):
        self.path, self.rows = path, []

    def add(self, family, ctype, call, draw, n=N):
        """`draw(generator)` gives what `call` fills in."""
        sums, first = [], None
        for seed in SEEDS.get(family, DEFAULT_SEEDS):
            values = np.asarray(draw(generator(family, seed))).ravel()
            if values.dtype == np.bool_:
                values = values.view(np.uint8)
            assert values.dtype == CTYPES[ctype] and len(values) == n, (call, values.dtype)
            sums.append(checksum(values))
            if first is None:
                first = [int(w) for w in words(values[:3])]
        numbers = ", ".join(f"0x{v:x}" for v in sums + first)
        self.rows.append(f"RNG_STREAM({family}, {ctype}, {n}, {call}, {numbers})")

    def write(self):
        head = ["/* Written by tests/support/gen_rng_expected.py, which explains the columns. */",
                "/* clang-format off */"]
        self.path.write_text("\n".join(head + self.rows + ["/* clang-format on */", ""]))


def c_args(params):
    return "".join(f", {p!r}" for p in params)


# name: parameter lists, chosen to reach each branch of the algorithms
REAL = {
    "random": [()], "standard_normal": [()], "standard_exponential": [()],
    "standard_cauchy": [()], "uniform": [(-3.5, 7.25)], "normal": [(0.5, 2.0)],
    "lognormal": [(1.0, 0.25)], "exponential": [(2.5,)],
    "standard_gamma": [(0.3,), (1.0,), (2.5,)], "gamma": [(70.0, 1.5)], "chisquare": [(0.5,)],
    "noncentral_chisquare": [(0.5, 2.0), (3.0, 1.5)], "f": [(3.0, 5.0)],
    "noncentral_f": [(3.0, 5.0, 1.0)], "standard_t": [(1.5,)],
    "beta": [(0.5, 0.5), (2.0, 3.0), (0.001, 0.002)], "pareto": [(3.0,)], "weibull": [(0.5,)],
    "power": [(3.0,)], "rayleigh": [(2.0,)], "laplace": [(2.0, 3.0)], "gumbel": [(1.0, 2.0)],
    "logistic": [(1.0, 2.0)], "triangular": [(-1.0, 0.5, 2.0)], "wald": [(3.0, 0.5)],
    "vonmises": [(0.5, 1e-6), (1.0, 4.0), (3.0, 2e6)],
}
WHOLE = {
    "poisson": [(3.5,), (123.4,), (1e10,)], "geometric": [(0.5,), (0.01,)],
    "zipf": [(1.5,), (3.0,)], "logseries": [(0.9,)],
    "binomial": [(10, 0.3), (1000, 0.25), (100000, 0.77), (10**12, 0.4)],
    "negative_binomial": [(10.5, 0.25)],
    "hypergeometric": [(10, 20, 5), (100, 200, 50), (1000, 3, 700)],
}


def distributions(table, family):
    prefix = "nprt_rng_legacy_fill" if family == "legacy" else "nprt_rng_fill"
    for ctype, names in (("double", REAL), ("int64_t", WHOLE)):
        for name, lists in names.items():
            for params in lists:
                table.add(family, ctype, f"{prefix}_{name}(&rng, out, n{c_args(params)})",
                          lambda g: getattr(g, name)(*params, size=N))


def single_precision(table):
    f32 = {"dtype": np.float32}
    for call, draw in (
            ("random_f32(&rng, out, n)", lambda g: g.random(N, **f32)),
            ("standard_normal_f32(&rng, out, n)", lambda g: g.standard_normal(N, **f32)),
            ("standard_exponential_f32(&rng, out, n)", lambda g: g.standard_exponential(N, **f32)),
            ("standard_exponential_inv_f32(&rng, out, n)",
             lambda g: g.standard_exponential(N, method="inv", **f32)),
            ("standard_gamma_f32(&rng, out, n, 0.25f)", lambda g: g.standard_gamma(0.25, N, **f32)),
            ("standard_gamma_f32(&rng, out, n, 2.5f)", lambda g: g.standard_gamma(2.5, N, **f32))):
        table.add("gen", "float", f"nprt_rng_fill_{call}", draw)
    table.add("gen", "double", "nprt_rng_fill_standard_exponential_inv(&rng, out, n)",
              lambda g: g.standard_exponential(N, method="inv"))


def bits(table):
    for family in ("mt19937", "gen", "pcg64dxsm", "philox", "sfc64", "legacy"):
        table.add(family, "uint64_t", "nprt_rng_fill_raw(&rng, out, n)",
                  lambda g: getattr(g, "bit_generator", None).random_raw(N)
                  if family != "legacy" else g._bit_generator.random_raw(N))
        if family == "legacy":
            continue
        table.add(family, "float", "nprt_rng_fill_random_f32(&rng, out, n)",
                  lambda g: g.random(N, dtype=np.float32))
        table.add(family, "double", "nprt_rng_fill_standard_normal(&rng, out, n)",
                  lambda g: g.standard_normal(N))


def integers(table):
    for name in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        info = np.iinfo(name) if name != "bool" else None
        low, high = (0, 1) if info is None else (int(info.min), int(info.max))
        spans = [(low, high)]
        if info:
            spans += [(0, 9), (low, high - 1)]
        if info and info.bits == 64:
            spans += [(0, 2**32 - 1), (5, 2**62 + 5)]
        ctype = "uint8_t" if info is None else f"{name}_t"
        for a, b in spans:
            bound_a = f"{name.upper()}_MIN" if info and a == info.min and a < 0 else f"{a}"
            bound_b = f"{b}u" if b >= 2**63 else f"{b}"
            args = f"(&rng, out, n, {bound_a}, {bound_b})"
            table.add("gen", ctype, f"nprt_rng_fill_integers_{name}{args}",
                      lambda g: g.integers(a, b, N, dtype=np.dtype(name), endpoint=True))
            table.add("legacy", ctype, f"nprt_rng_legacy_fill_randint_{name}{args}",
                      lambda g: g.randint(a, b + 1, N, dtype=np.dtype(name)))


def order(table):
    def permuted(g):
        return g.permuted(np.arange(600).reshape(20, 30), axis=1)

    def rows_shuffled(g):
        a = np.arange(600).reshape(20, 30)
        g.shuffle(a)
        return a

    for family, prefix in (("gen", "nprt_rng"), ("legacy", "nprt_rng_legacy")):
        table.add(family, "int64_t", "nprt_rng_permutation(&rng, out, n)",
                  lambda g: g.permutation(N))
        table.add(family, "int64_t", "shuffle_rows(&rng, out)", rows_shuffled, 600)
        table.add(family, "uint8_t", "nprt_rng_bytes(&rng, out, n)",
                  lambda g: np.frombuffer(g.bytes(1001), np.uint8), 1001)
        for size, population in ((N, 77), (5000, 20000), (300, 20000), (9, 10)):
            for flags, replace in (("NPRT_RNG_REPLACE", True), ("0", False)):
                if replace or size <= population:
                    table.add(family, "int64_t",
                              f"{prefix}_choice(&rng, out, n, {population}, {flags})",
                              lambda g: g.choice(population, size, replace=replace), size)
        for size, flags, replace in ((N, "NPRT_RNG_REPLACE", True), (6, "0", False)):
            table.add(family, "int64_t", f"{prefix}_choice_p(&rng, out, n, 8, pvals, 8, {flags})",
                      lambda g: g.choice(8, size, replace=replace, p=PVALS), size)
        for count in (20, 1000):
            table.add(family, "int64_t",
                      f"{prefix}_fill_multinomial(&rng, out, n / 8, {count}, pvals, 8)",
                      lambda g: g.multinomial(count, PVALS, size=N // 8))
        table.add(family, "double", f"{prefix}_fill_dirichlet(&rng, out, n / 8, pvals, 8)",
                  lambda g: g.dirichlet(PVALS, size=N // 8))
    table.add("gen", "int64_t", "permute_lines(&rng, out)", permuted, 600)
    table.add("gen", "double", "nprt_rng_fill_dirichlet(&rng, out, n / 4, pvals, 4)",
              lambda g: g.dirichlet(PVALS[:4], size=N // 4))
    for size in (300, 5000):
        table.add("gen", "int64_t", "nprt_rng_choice(&rng, out, n, 20000, NPRT_RNG_NO_SHUFFLE)",
                  lambda g: g.choice(20000, size, replace=False, shuffle=False), size)
    for flag, method in (("false", "marginals"), ("true", "count")):
        for nsample in (25, 70):
            table.add("gen", "int64_t", "nprt_rng_fill_mv_hypergeometric(&rng, out, n / 4, colors, "
                      f"4, {nsample}, {flag})",
                      lambda g: g.multivariate_hypergeometric([10, 20, 30, 40], nsample, 1000,
                                                              method=method), 4000)


PYTHON_REAL = {
    "random": [()], "uniform": [(-3.0, 5.5)], "triangular": [(0.0, 1.0, 0.25)],
    "normalvariate": [(0.5, 2.0)], "gauss": [(0.5, 2.0)], "lognormvariate": [(1.0, 0.5)],
    "expovariate": [(0.25,)], "vonmisesvariate": [(1.0, 4.0), (1.0, 1e-7)],
    "gammavariate": [(0.5, 1.0), (1.0, 2.0), (3.5, 2.0)], "betavariate": [(0.5, 2.0)],
    "paretovariate": [(3.0,)], "weibullvariate": [(2.0, 0.5)],
}


def python(table):
    def each(draw, n, dtype):
        return lambda g: np.array([draw(g) for _ in range(n)], dtype)

    def shuffled(g):
        items = list(range(1000))
        g.shuffle(items)
        return np.array(items)

    for name, lists in PYTHON_REAL.items():
        for params in lists:
            table.add("python", "double", f"EACH(nprt_rng_python_{name}(&rng{c_args(params)}))",
                      each(lambda g: getattr(g, name)(*params), N, np.float64))
    for params in ((0, 10, 1), (-50, 2**40, 7), (10, -10, -3)):
        table.add("python", "int64_t", f"EACH(nprt_rng_python_randrange(&rng{c_args(params)}))",
                  each(lambda g: g.randrange(*params), N, np.int64))
    for params in ((10, 0.25), (1000, 0.75)):
        table.add("python", "int64_t",
                  f"EACH(nprt_rng_python_binomialvariate(&rng{c_args(params)}))",
                  each(lambda g: g.binomialvariate(*params), N, np.int64))
    table.add("python", "uint64_t", "EACH(nprt_rng_python_getrandbits(&rng, 50))",
              each(lambda g: g.getrandbits(50), N, np.uint64))
    table.add("python", "int64_t", "python_shuffle(&rng, out, n)", shuffled, 1000)
    for k, n in ((5, 20), (100, 300), (1000, 10**6)):
        table.add("python", "int64_t", f"nprt_rng_python_sample(&rng, out, n, {n})",
                  lambda g: np.array(g.sample(range(n), k)), k)
    table.add("python", "int64_t", "nprt_rng_python_choices(&rng, out, n, 7)",
              lambda g: np.array(g.choices(range(7), k=N)))


def xoroshiro(table):
    @njit
    def each(draw, states, out):
        for i in range(len(out)):
            out[i] = draw(states, 2)

    def fill(draw, ctype):
        def run(states):
            out = np.empty(N, CTYPES[ctype])
            each(getattr(numba_cuda, draw), states, out)
            return out
        return run

    for name, numba_name, ctype in (("next", "next", "uint64_t"),
                                    ("uniform_f32", "uniform_float32", "float"),
                                    ("uniform_f64", "uniform_float64", "double"),
                                    ("normal_f32", "normal_float32", "float"),
                                    ("normal_f64", "normal_float64", "double")):
        table.add("xoroshiro", ctype, f"EACH(nprt_rng_xoroshiro_{name}(&states[2]))",
                  fill(f"xoroshiro128p_{numba_name}", ctype))


def main():
    folder = pathlib.Path(sys.argv[1])
    parts = {"bits": [bits], "gen": [lambda t: distributions(t, "gen"), single_precision],
             "legacy": [lambda t: distributions(t, "legacy")], "ints": [integers],
             "order": [order], "python": [python], "xoroshiro": [xoroshiro]}
    for name, writers in parts.items():
        table = Table(folder / f"rng_{name}.def")
        for writer in writers:
            writer(table)
        table.write()


main()
