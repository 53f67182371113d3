"""Pi from random points, a stream of random numbers a thread: the same numbers on every machine."""
import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_normal_float64, xoroshiro128p_uniform_float64


@cuda.jit
def count_inside(states, n, inside):
    i = cuda.grid(1)
    if i >= states.size:
        return
    hits = 0
    for _ in range(n):
        x = xoroshiro128p_uniform_float64(states, i)
        y = xoroshiro128p_uniform_float64(states, i)
        if x * x + y * y <= 1.0:
            hits += 1
    inside[i] = hits


@cuda.jit
def walk(states, steps, end):
    i = cuda.grid(1)
    if i < end.size:
        x = 0.0
        for _ in range(steps):
            x += 1.0 if xoroshiro128p_normal_float64(states, i) > 0.0 else -1.0
        end[i] = x


threads, n = 64, 4
states = create_xoroshiro128p_states(threads * n, seed=7)
inside = np.zeros(threads * n, dtype=np.int32)
count_inside[n, threads](states, 50, inside)
print("points of the first threads inside:", inside[:8])
print("pi is about %.4f" % (4.0 * inside.sum() / (50 * inside.size)))

states = create_xoroshiro128p_states(threads, seed=8)
end = np.zeros(threads)
walk[1, threads](states, 25, end)
print("random walks end at", end[:8])
print("all odd:", np.all(end % 2 == 1), " mean %.3f" % end.mean())
