# stderr: if_only the barrier in line 22 is not reached by all threads of the block: some go another way in line 21, to the end of the kernel
# stderr: if_else the barrier in line 30 is not reached by all threads of the block: some go another way in line 29, to the barrier in line 34
# stderr: trips the barrier in line 42 is not reached by all threads of the block: some go another way in line 40, to the end of the kernel
# stderr: trips_then the barrier in line 50 is not reached by all threads of the block: some go another way in line 48, to the barrier in line 51
# stderr: loop_break the barrier in line 60 is not reached by all threads of the block: some go another way in line 59, to the end of the kernel
# stderr: loop_continue the barrier in line 70 is not reached by all threads of the block: some go another way in line 69, to the barrier in line 70
# stderr: while_data the barrier in line 79 is not reached by all threads of the block: some go another way in line 77, to the end of the kernel
# stderr: nested the barrier in line 88 is not reached by all threads of the block: some go another way in line 87, to the end of the kernel
# stderr: count the barrier in line 97 is not reached by all threads of the block: some go another way in line 96, to the end of the kernel
# stderr: in_function the barrier in line 102 is not reached by all threads of the block: some go another way in line 108, to the end of the kernel
# What is said about barriers that some threads do not reach.
import sys

import numpy as np
from numba import cuda


@cuda.jit
def if_only(x):
    t = cuda.threadIdx.x
    if t < 4:
        cuda.syncthreads()
    x[t] = 1


@cuda.jit
def if_else(x):
    t = cuda.threadIdx.x
    if t < 4:
        cuda.syncthreads()
        x[t] = 1
    else:
        x[t] = 3
        cuda.syncthreads()


@cuda.jit
def trips(x):
    t = cuda.threadIdx.x
    for i in range(t):
        x[t] += 1
        cuda.syncthreads()


@cuda.jit
def trips_then(x):
    t = cuda.threadIdx.x
    for i in range(t % 2 + 1):
        x[t] += 1
        cuda.syncthreads()
    cuda.syncthreads()


@cuda.jit
def loop_break(x):
    t = cuda.threadIdx.x
    for i in range(4):
        if t == i:
            break
        cuda.syncthreads()
    x[t] = 1


@cuda.jit
def loop_continue(x):
    t = cuda.threadIdx.x
    for i in range(4):
        if t == i:
            continue
        cuda.syncthreads()
    x[t] = 1


@cuda.jit
def while_data(x, n):
    t = cuda.threadIdx.x
    while n[t] > 0:
        n[t] -= 1
        cuda.syncthreads()
    x[t] = 1


@cuda.jit
def nested(x):
    t = cuda.threadIdx.x
    if x[0] == 0:
        if t % 2 == 0:
            cuda.syncthreads()
    else:
        cuda.syncthreads()


@cuda.jit
def count(x):
    t = cuda.threadIdx.x
    if t < 3:
        x[t] = cuda.syncthreads_count(t)


@cuda.jit(device=True)
def sync():
    cuda.syncthreads()


@cuda.jit
def in_function(x):
    t = cuda.threadIdx.x
    if t < 4:
        sync()
    x[t] = 1


def run(name, kernel, *args):
    try:
        kernel[2, 8](np.zeros(8), *args)
        cuda.synchronize()
    except RuntimeError as error:
        print(name, error, file=sys.stderr)
    print(name)


run("if_only", if_only)
run("if_else", if_else)
run("trips", trips)
run("trips_then", trips_then)
run("loop_break", loop_break)
run("loop_continue", loop_continue)
run("while_data", while_data, np.arange(8))
run("nested", nested)
run("count", count)
run("in_function", in_function)
