import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass


@jitclass([("n", int64), ("mean", float64), ("m2", float64)])
class Running:
    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def push(self, x):
        self.n += 1
        d = x - self.mean
        self.mean += d / self.n
        self.m2 += d * (x - self.mean)

    @property
    def variance(self):
        return self.m2 / self.n


spec = [("data", float64[:]), ("size", int64)]


@jitclass(spec)
class Stack:
    def __init__(self, capacity):
        self.data = np.zeros(capacity)
        self.size = 0

    def push(self, v):
        self.data[self.size] = v
        self.size += 1

    def pop(self):
        self.size -= 1
        return self.data[self.size]


@njit
def fill(r, a):
    for v in a:
        r.push(v)
    return r.mean


r = Running()
for v in (2.0, 4.0, 6.0):
    r.push(v)
print(r.n, r.mean, r.variance, fill(r, np.array([8.0, 10.0])), r.n)
s = Stack(4)
s.push(1.5)
s.push(2.5)
print(s.pop(), s.size, s.data)
s.size = 0
print(s.size)
