#!/usr/bin/env python3
"""Puts every kernel of CUDA programs through --emit=ptx and, where there is one, ptxas.

    check_ptx.py NPJIT SM PROGRAM.py...

Each program must give PTX for compute capability SM that ptxas accepts, which also means that nothing is left
undefined; in the kernels of examples nothing may be spilled. With --lineinfo the instructions must stay the same
(looked at for SM 90). libdevice is hidden: no CUDA toolkit is needed.
Programs without kernels and programs that are not for CUDA are left out. Exit status 77 when all could be
emitted and there is no ptxas to ask.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NO_KERNELS = "no CUDA kernels that are launched"
SKIP = 77
LINE_TABLES = re.compile(r"^\s*\.(loc|file|section)\b|^\$L__(tmp|func_begin|func_end)\d+:|^\s*//")


def find_ptxas():
    folders = [os.path.join(os.environ.get(name, ""), "bin") for name in ("CUDA_HOME", "CUDA_PATH")]
    return shutil.which("ptxas", path=os.pathsep.join([os.environ["PATH"], *folders, "/usr/local/cuda/bin"]))


def run(*command):
    environment = dict(os.environ, NPJIT_LIBDEVICE="")
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)


def spilling(listing):
    """The kernels of ptxas -v that spill; functions that raise may."""
    kernels = set(re.findall(r"Compiling entry function '([^']+)'", listing))
    found = re.findall(r"properties for (\S+)\n.*?, (\d+) bytes spill stores, (\d+) bytes spill loads", listing)
    return [name for name, stores, loads in found if name in kernels and (stores, loads) != ("0", "0")]


def instructions(ptx):
    return [line for line in ptx.splitlines() if not LINE_TABLES.match(line)]


def check(npjit, sm, ptxas, program, folder):
    """What is wrong with the program, and how many kernels it has."""
    emitted = run(npjit, "--emit=ptx", f"--sm={sm}", str(program))
    if emitted.returncode != 0:
        return (None if NO_KERNELS in emitted.stderr else f"no PTX: {emitted.stderr.strip()[:500]}"), 0
    kernels = emitted.stdout.count(".entry ")
    if sm == "90":
        lined = run(npjit, "--emit=ptx", "--lineinfo", f"--sm={sm}", str(program)).stdout
        if ".loc" not in lined or instructions(lined) != instructions(emitted.stdout):
            return "--lineinfo changes the instructions, or gives no lines", kernels
    if not ptxas:
        return None, kernels
    text, code = folder / f"{program.stem}.ptx", folder / f"{program.stem}.cubin"
    text.write_text(emitted.stdout)
    assembled = run(ptxas, "-v", f"-arch=sm_{sm}", str(text), "-o", str(code))
    if assembled.returncode != 0:
        lines = [line for line in (assembled.stdout + assembled.stderr).splitlines() if re.search("error|fatal", line)]
        return "ptxas: " + "; ".join(lines)[:500], kernels
    spills = spilling(assembled.stdout + assembled.stderr) if program.parent.name == "examples" else []
    return (f"registers are spilled in {', '.join(spills)}" if spills else None), kernels


def main():
    npjit, sm = sys.argv[1:3]
    programs = [p for p in map(Path, sys.argv[3:]) if re.search(r"^\s*(from|import) .*\bcuda\b", p.read_text(), re.M)]
    ptxas = find_ptxas()
    problems = kernels = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda p: check(npjit, sm, ptxas, p, Path(folder)), programs)
        for program, (problem, n) in zip(programs, results):
            kernels += n
            if problem:
                problems += 1
                print(f"{program}: {problem}")
    asked = "" if ptxas else ", not assembled: there is no ptxas"
    print(f"{kernels} kernels of {len(programs)} programs for sm_{sm}, {problems} problems{asked}")
    return 1 if problems else 0 if ptxas else SKIP


if __name__ == "__main__":
    sys.exit(main())
