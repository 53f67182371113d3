"""A damped, driven pendulum by fourth-order Runge-Kutta, with functions as arguments."""
import math
import numpy as np
from numba import njit


@njit
def free(t, theta, omega):
    return -math.sin(theta)


@njit
def driven(t, theta, omega):
    return -math.sin(theta) - 0.5 * omega + 1.15 * math.cos(2.0 * t / 3.0)


@njit
def integrate(force, theta, omega, dt, steps):
    out = np.empty((steps + 1, 2))
    out[0, 0], out[0, 1] = theta, omega
    for n in range(steps):
        t = n * dt
        a1, b1 = omega, force(t, theta, omega)
        a2, b2 = omega + 0.5 * dt * b1, force(t + 0.5 * dt, theta + 0.5 * dt * a1, omega + 0.5 * dt * b1)
        a3, b3 = omega + 0.5 * dt * b2, force(t + 0.5 * dt, theta + 0.5 * dt * a2, omega + 0.5 * dt * b2)
        a4, b4 = omega + dt * b3, force(t + dt, theta + dt * a3, omega + dt * b3)
        theta += dt * (a1 + 2 * a2 + 2 * a3 + a4) / 6
        omega += dt * (b1 + 2 * b2 + 2 * b3 + b4) / 6
        out[n + 1, 0], out[n + 1, 1] = theta, omega
    return out


def period(theta0, dt=0.001):
    """Time between two passages through zero in the same direction."""
    path = integrate(free, theta0, 0.0, dt, 12_000)[:, 0]
    k = np.flatnonzero((path[:-1] > 0) & (path[1:] <= 0))[0]
    exact = k + path[k] / (path[k] - path[k + 1])
    return 4 * exact * dt


def agm(a, b):
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


print("amplitude  period    by the AGM")
for degrees in (5, 30, 90, 150):
    theta = math.radians(degrees)
    print("%5d      %.6f  %.6f" % (degrees, period(theta), 2 * math.pi / agm(1.0, math.cos(theta / 2))))

path = integrate(free, 1.0, 0.0, 0.01, 2000)
energy = 0.5 * path[:, 1] ** 2 - np.cos(path[:, 0])
print("energy drift below 1e-9:", np.abs(energy - energy[0]).max() < 1e-9)

path = integrate(driven, 0.2, 0.0, 0.01, 4000)
for n in range(0, 4001, 800):
    print("t=%5.1f  theta=% .5f  omega=% .5f" % (n * 0.01, path[n, 0], path[n, 1]))
