#!/usr/bin/env python3
"""check_driver.py NPJIT FAKE_FOLDER FILE.py...: runs each program as often as it calls the driver, and lets another
call fail each time. Every failure must end the program with a message, leave nothing behind, and be told from a
success, but for calls whose failure does no harm."""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# Answers that only make things better, what is tried again or otherwise, and what nobody could do anything about. The
# program must print the same without them.
HARMLESS = {"cuMemAllocAsync", "cuMemHostAlloc", "cuEventCreate",
            "cuDeviceGetName", "cuDeviceGetAttribute", "cuDeviceGetDefaultMemPool", "cuMemPoolSetAttribute",
            "cuPointerGetAttribute", "cuMemFreeAsync", "cuMemFree_v2", "cuMemFreeHost", "cuStreamDestroy_v2",
            "cuEventDestroy_v2", "cuModuleUnload", "cuDriverGetVersion", "cuMemPoolTrimTo"}
FREES = {"cuMemFreeAsync": "allocations", "cuMemFree_v2": "allocations", "cuMemFreeHost": "pinned blocks",
         "cuStreamDestroy_v2": "streams", "cuEventDestroy_v2": "events", "cuModuleUnload": "modules"}
REPORT = re.compile(r"fake_cuda: (\d+) calls, (\d+) faults; left: (.*)")


def run(npjit, fake, path, fail, extra):
    env = dict(os.environ, LD_LIBRARY_PATH=fake, FAKE_CUDA_REPORT="1", **extra)
    if fail:
        env["FAKE_CUDA_FAIL"] = fail
    return subprocess.run([npjit, "--target=cuda", os.path.basename(path)], env=env, cwd=os.path.dirname(path),
                          capture_output=True, text=True, timeout=60)


def left(text):
    return {name: int(n) for n, name in re.findall(r"(\d+) ([a-z ]+)", text)}


def problem(result, good, kept):
    """What is wrong with a run in which one call failed, or None. `kept`: what a good run leaves for the process."""
    report = REPORT.search(result.stderr)
    failed = re.search(r"fake_cuda: (\w+) fails", result.stderr)
    if not report or not failed:
        return "no report"
    name = failed.group(1)
    if int(report.group(2)):
        return "faults"
    for kind, n in left(report.group(3)).items():
        if n > kept[kind] + (FREES.get(name) in (kind, "modules")):
            return f"{n} {kind} are left, not {kept[kind]}"
    if result.returncode == 0 and (name not in HARMLESS or result.stdout != good.stdout):
        return "the failure was not noticed"
    if result.returncode not in (0, 1, 3):
        return f"exit status {result.returncode}"
    if result.returncode and not re.search("unknown error|memory", result.stderr):
        return "no message"
    return None


def main():
    npjit, fake = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    bad = 0
    for path in map(os.path.realpath, sys.argv[3:]):
        for extra in ({}, {"FAKE_CUDA_POOLS": "0"}):
            good = run(npjit, fake, path, None, extra)
            report = REPORT.search(good.stderr)
            if good.returncode or not report:
                print(f"{path}: fails without a failure\n{good.stderr}")
                return 1
            kept = left(report.group(3))
            n_calls = int(report.group(1))
            print(f"{os.path.basename(path)}: {n_calls} calls, kept {report.group(3)}")
            calls = range(1, n_calls + 1, 3 if extra else 1)

            def fail(n, path=path, extra=extra):
                return run(npjit, fake, path, f"*:{n}={2 if n % 5 == 0 else 999}", extra)

            with ThreadPoolExecutor(2) as pool:
                results = list(pool.map(fail, calls))
            for n, result in zip(calls, results):
                what = problem(result, good, kept)
                if what:
                    bad += 1
                    print(f"{os.path.basename(path)}, call {n}: {what}\n{result.stderr}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
