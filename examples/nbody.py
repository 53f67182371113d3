"""The outer planets by leapfrog: energy and angular momentum as checks."""
import numpy as np
from numba import njit

SOLAR_MASS = 4 * np.pi ** 2
DAYS = 365.24

# x, y, z, vx, vy, vz (astronomical units, years), mass (of the sun)
BODIES = {
    "Sun": (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    "Jupiter": (4.84143144, -1.16032004, -0.10362204, 0.00166007, 0.00769901, -0.00006905, 0.00095479),
    "Saturn": (8.34336672, 4.12479856, -0.40352342, -0.00276743, 0.00499853, 0.00002304, 0.00028588),
    "Uranus": (12.89436956, -15.1111514, -0.22330758, 0.00296460, 0.00237847, -0.00002966, 0.00004366),
    "Neptune": (15.37969711, -25.9193146, 0.17925877, 0.00268068, 0.00162824, -0.00009516, 0.00005151),
}


@njit
def accelerations(pos, mass):
    n = mass.size
    acc = np.zeros_like(pos)
    for i in range(n):
        for j in range(i + 1, n):
            d = pos[j] - pos[i]
            r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
            k = 1.0 / (r2 * np.sqrt(r2))
            for c in range(3):
                acc[i, c] += mass[j] * k * d[c]
                acc[j, c] -= mass[i] * k * d[c]
    return acc


@njit
def energy(pos, vel, mass):
    e = 0.0
    for i in range(mass.size):
        e += 0.5 * mass[i] * (vel[i] ** 2).sum()
        for j in range(i + 1, mass.size):
            e -= mass[i] * mass[j] / np.sqrt(((pos[j] - pos[i]) ** 2).sum())
    return e


@njit
def leapfrog(pos, vel, mass, dt, steps):
    acc = accelerations(pos, mass)
    for _ in range(steps):
        vel += 0.5 * dt * acc
        pos += dt * vel
        acc = accelerations(pos, mass)
        vel += 0.5 * dt * acc


table = np.array(list(BODIES.values()))
pos = table[:, :3].copy()
vel = table[:, 3:6] * DAYS
mass = table[:, 6] * SOLAR_MASS
vel -= (mass[:, None] * vel).sum(axis=0) / mass.sum()

e0 = energy(pos, vel, mass)
l0 = (mass[:, None] * np.cross(pos, vel)).sum(axis=0)
print("energy at the start %.9f" % e0)
for year in range(2, 13, 2):
    leapfrog(pos, vel, mass, 0.005, 400)
    radius = np.sqrt(((pos[1:] - pos[0]) ** 2).sum(axis=1))
    print("year %2d  distances from the sun %s" % (year, " ".join("%8.4f" % r for r in radius)))

drift = abs((energy(pos, vel, mass) - e0) / e0)
l1 = (mass[:, None] * np.cross(pos, vel)).sum(axis=0)
print("energy kept to 1e-6:", drift < 1e-6)
print("angular momentum kept:", np.allclose(l0, l1, rtol=1e-9))
print("names:", ", ".join(name for name in BODIES if name != "Sun"))
