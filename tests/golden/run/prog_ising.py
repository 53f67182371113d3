import math
import numpy as np
from numba import njit


@njit
def sweep(spins, beta, u, order):
    """One Metropolis pass; the random numbers come from outside."""
    n = spins.shape[0]
    flips = 0
    for k in range(order.size):
        i = order[k] // n
        j = order[k] % n
        nb = spins[(i + 1) % n, j] + spins[i - 1, j] + spins[i, (j + 1) % n] + spins[i, j - 1]
        de = 2 * spins[i, j] * nb
        if de <= 0 or u[k] < math.exp(-beta * de):
            spins[i, j] = -spins[i, j]
            flips += 1
    return flips


@njit
def energy(spins):
    n = spins.shape[0]
    e = 0
    for i in range(n):
        for j in range(n):
            e -= spins[i, j] * (spins[(i + 1) % n, j] + spins[i, (j + 1) % n])
    return e


def energy_numpy(s):
    return -int((s * (np.roll(s, -1, axis=0) + np.roll(s, -1, axis=1))).sum())


def simulate(n, temperature, sweeps, seed):
    rng = np.random.default_rng(seed)
    spins = np.ones((n, n), dtype=np.int64)
    mags = []
    energies = []
    for t in range(sweeps):
        sweep(spins, 1.0 / temperature, rng.random(n * n), rng.permutation(n * n))
        if t >= sweeps // 2:
            mags.append(abs(int(spins.sum())) / spins.size)
            energies.append(energy(spins) / spins.size)
    return spins, np.array(mags), np.array(energies)


print("T     |m|     E/N     C")
for temperature in (1.5, 2.0, 2.5, 4.0):
    spins, m, e = simulate(12, temperature, 200, int(temperature * 10))
    print("%.1f  %.4f %8.4f %7.4f" % (temperature, m.mean(), e.mean(), e.var() * 144 / temperature ** 2))
    assert energy(spins) == energy_numpy(spins)

spins, m, e = simulate(16, 2.3, 100, 5)
for row in spins:
    print("".join("+" if s > 0 else "." for s in row))
print("magnetisation", int(spins.sum()), "energy", energy(spins))


@njit
def exact_partition(beta):
    """All 512 states of the 3 x 3 torus."""
    z = 0.0
    msum = 0.0
    levels = np.zeros(37, dtype=np.int64)
    s = np.empty((3, 3), dtype=np.int64)
    for state in range(512):
        for k in range(9):
            s[k // 3, k % 3] = 1 if (state >> k) & 1 else -1
        e = energy(s)
        levels[e + 18] += 1
        w = math.exp(-beta * e)
        z += w
        msum += w * abs(s.sum()) / 9
    return z, msum / z, levels


z, mean_m, levels = exact_partition(0.3)
print("Z = %.6f, <|m|> = %.6f" % (z, mean_m))
print({int(k) - 18: int(c) for k, c in enumerate(levels) if c})
