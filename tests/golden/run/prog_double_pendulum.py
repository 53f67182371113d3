import math
import numpy as np
from numba import njit

G = 9.81


@njit
def rhs(s, m1, m2, l1, l2):
    a, b, p, q = s[0], s[1], s[2], s[3]
    d = a - b
    den = 2 * m1 + m2 - m2 * math.cos(2 * d)
    pa = (-G * (2 * m1 + m2) * math.sin(a) - m2 * G * math.sin(a - 2 * b)
          - 2 * math.sin(d) * m2 * (q * q * l2 + p * p * l1 * math.cos(d))) / (l1 * den)
    qa = (2 * math.sin(d) * (p * p * l1 * (m1 + m2) + G * (m1 + m2) * math.cos(a)
                             + q * q * l2 * m2 * math.cos(d))) / (l2 * den)
    return np.array([p, q, pa, qa])


@njit
def energy(s, m1, m2, l1, l2):
    a, b, p, q = s
    kinetic = 0.5 * m1 * (l1 * p) ** 2 + 0.5 * m2 * (
        (l1 * p) ** 2 + (l2 * q) ** 2 + 2 * l1 * l2 * p * q * math.cos(a - b))
    potential = -(m1 + m2) * G * l1 * math.cos(a) - m2 * G * l2 * math.cos(b)
    return kinetic + potential


@njit
def run(s, dt, n, m1=1.0, m2=1.0, l1=1.0, l2=1.0):
    out = np.empty((n + 1, 4))
    out[0] = s
    for i in range(n):
        k1 = rhs(s, m1, m2, l1, l2)
        k2 = rhs(s + 0.5 * dt * k1, m1, m2, l1, l2)
        k3 = rhs(s + 0.5 * dt * k2, m1, m2, l1, l2)
        k4 = rhs(s + dt * k3, m1, m2, l1, l2)
        s = s + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        out[i + 1] = s
    return out


def main():
    start = np.array([math.radians(60), math.radians(-20), 0.0, 0.0])
    path = run(start, 0.005, 800)
    e0 = energy(start, 1.0, 1.0, 1.0, 1.0)
    print("energy %.6f" % e0)
    print("   t    angle 1    angle 2    energy error")
    for i in range(0, 801, 200):
        e = energy(path[i], 1.0, 1.0, 1.0, 1.0)
        print(f"{i * 0.005:5.2f} {path[i, 0]:10.5f} {path[i, 1]:10.5f}    {abs(e - e0) < 1e-4}")
    flips = np.abs(path[:, :2]) > math.pi
    print("flips:", flips.any(axis=0))

    # small oscillations have two normal frequencies
    slow = math.sqrt(G * (2 - math.sqrt(2)))
    mode = np.array([0.001, 0.001 * math.sqrt(2), 0.0, 0.0])
    small = run(mode, 0.001, 3000)[:, 0]
    zero = np.flatnonzero((small[:-1] > 0) & (small[1:] <= 0))[0]
    t = (zero + small[zero] / (small[zero] - small[zero + 1])) * 0.001
    print("quarter period %.5f, theory %.5f" % (t, math.pi / 2 / slow))

    heavy = run(start, 0.01, 100, m2=5.0)
    light = run(start, 0.01, 100, m2=0.2, l2=0.5)
    print("heavy", np.round(heavy[-1], 5))
    print("light", np.round(light[-1], 5))
    x = np.sin(path[:, 0]) + np.sin(path[:, 1])
    y = -np.cos(path[:, 0]) - np.cos(path[:, 1])
    print("reach", np.round([x.min(), x.max(), y.min(), y.max()], 4))
    print("always within the circle:", bool((x * x + y * y <= 4 + 1e-9).all()))


if __name__ == "__main__":
    main()
