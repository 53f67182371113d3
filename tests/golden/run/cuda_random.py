# numba.cuda.random: the same streams as Numba's.
import numpy as np
from numba import cuda
from numba.cuda.random import (create_xoroshiro128p_states, init_xoroshiro128p_state, init_xoroshiro128p_states,
                               uint64_to_unit_float32, uint64_to_unit_float64, xoroshiro128p_dtype,
                               xoroshiro128p_jump, xoroshiro128p_next, xoroshiro128p_normal_float32,
                               xoroshiro128p_normal_float64, xoroshiro128p_uniform_float32,
                               xoroshiro128p_uniform_float64)


@cuda.jit
def draw(states, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        for k in range(out.shape[1]):
            out[i, k] = xoroshiro128p_uniform_float64(states, i)


@cuda.jit
def draw_single(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_uniform_float32(states, i)


@cuda.jit
def raw(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_next(states, i)


@cuda.jit
def pi_hits(states, n, hits):
    i = cuda.grid(1)
    inside = 0
    for _ in range(n):
        x = xoroshiro128p_uniform_float64(states, i)
        y = xoroshiro128p_uniform_float64(states, i)
        if x * x + y * y <= 1.0:
            inside += 1
    cuda.atomic.add(hits, 0, inside)


states = create_xoroshiro128p_states(6, seed=1)
out = np.zeros((6, 3))
draw[2, 3](states, out)
print(out)
single = np.zeros(6, dtype=np.float32)
draw_single[1, 6](states, single)
print(single)
later = create_xoroshiro128p_states(2, seed=1, subsequence_start=4)
bits = np.zeros(2, dtype=np.uint64)
raw[1, 2](later, bits)
print(bits)
init_xoroshiro128p_states(later, seed=99)
raw[1, 2](later, bits)
print(bits)
states = create_xoroshiro128p_states(64, seed=2024)
hits = np.zeros(1, dtype=np.int64)
pi_hits[2, 32](states, 20, hits)
print(hits, states.size, states.shape)


@cuda.jit
def jumps(states, bits, units):
    i = cuda.grid(1)
    if i == 3:
        init_xoroshiro128p_state(states, i, 42)
    else:
        xoroshiro128p_jump(states, i)
    bits[i] = xoroshiro128p_next(states, i)
    units[i] = uint64_to_unit_float64(bits[i]) + uint64_to_unit_float32(np.uint64(3) << np.uint64(62))


@cuda.jit
def bells(states, single, double):
    i = cuda.grid(1)
    single[i] = xoroshiro128p_normal_float32(states, i)
    double[i] = xoroshiro128p_normal_float64(states, i)


states = cuda.device_array(5, dtype=xoroshiro128p_dtype)
init_xoroshiro128p_states(states, 7)
bits = np.zeros(5, dtype=np.uint64)
units = np.zeros(5)
jumps[1, 5](states, bits, units)
print(bits, units)
single, double = np.zeros(5, dtype=np.float32), np.zeros(5)
bells[1, 5](states, single, double)
print(np.round(single, 5), np.round(double, 6))
