# Kernels and jitted functions as static methods; a class that owns device arrays.
import numpy as np
from numba import cuda, njit


class Heat:
    @staticmethod
    @cuda.jit
    def step(u, v, rate):
        i = cuda.grid(1)
        if 0 < i < u.size - 1:
            v[i] = u[i] + rate * (u[i - 1] - 2 * u[i] + u[i + 1])

    @cuda.jit("void(float64[:], float64)")
    def scale(u, factor):
        i = cuda.grid(1)
        if i < u.size:
            u[i] *= factor

    @staticmethod
    @njit
    def blocks(n, threads):
        return (n + threads - 1) // threads

    def __init__(self, values, rate):
        self.now = cuda.to_device(values)
        self.next = cuda.to_device(values)
        self.n = len(values)
        self.rate = rate

    def run(self, steps):
        grid = Heat.blocks(self.n, 4)
        for _ in range(steps):
            self.step[grid, 4](self.now, self.next, self.rate)
            self.now, self.next = self.next, self.now
        return self.now.copy_to_host()


rod = np.zeros(9)
rod[4] = 64.0
heat = Heat(rod, 0.25)
print(heat.run(1))
print(heat.run(2))
Heat.scale[3, 4](heat.now, 0.5)
heat.scale[3, 4](heat.now, 2)
print(heat.now.copy_to_host())
Heat.step[3, 4](rod, rod.copy(), 0.5)
print(rod)
