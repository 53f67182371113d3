# Options of @cuda.jit in the code of its kernel: limits, source lines.
# args: --sm=90
# check-ptx: .target sm_90
# check-ptx-not: debug
# check-ptx: .entry few$
# check-ptx: .maxntid 64, 1, 1
# check-ptx: .maxnreg 40
# check-ptx: .loc 1 35
# check-ptx: .loc 1 30
# check-ptx: .loc 1 36
# check-ptx: .entry bounded$
# check-ptx: .maxntid 128
# check-ptx: .minnctapersm 4
# check-ptx: .loc 1 42
# check-ptx: .entry clusters$
# check-ptx: .maxntid 64
# check-ptx: .minnctapersm 2
# check-ptx: .maxclusterrank 8
# check-ptx: .entry plain$
# check-ptx: .maxntid 64, 1, 1
# check-ptx: .local
# check-ptx: .file 1 "{{.*}}cuda_options.py"
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def twice(v):
    w = v + 1.0
    return w * 2.0


@cuda.jit(max_registers=40, lineinfo=True)
def few(x):
    i = cuda.grid(1)
    x[i] = twice(x[i])


@cuda.jit(launch_bounds=(128, 4))
def bounded(x):
    i = cuda.grid(1)
    x[i] = 1.0


@cuda.jit(launch_bounds=(64, 2, 8))
def clusters(x):
    x[cuda.grid(1)] = 1.0


@cuda.jit(opt=False)
def plain(x):
    x[cuda.grid(1)] = 1.0


x = np.zeros(64)
few[1, 64](x)
bounded[1, 64](x)
clusters[1, 64](x)
plain[1, 64](x)
