import numpy as np
from numba import njit


@njit
def spring_forces(pos, links, rest, k, out):
    out[:] = 0.0
    for s in range(links.shape[0]):
        i = links[s, 0]
        j = links[s, 1]
        dx = pos[j, 0] - pos[i, 0]
        dy = pos[j, 1] - pos[i, 1]
        length = np.sqrt(dx * dx + dy * dy)
        f = k * (length - rest[s]) / length
        out[i, 0] += f * dx
        out[i, 1] += f * dy
        out[j, 0] -= f * dx
        out[j, 1] -= f * dy


@njit
def velocity_verlet(pos, vel, links, rest, fixed, k, gravity, drag, dt, steps):
    force = np.zeros_like(pos)
    spring_forces(pos, links, rest, k, force)
    force[:, 1] -= gravity
    for _ in range(steps):
        for i in range(pos.shape[0]):
            if fixed[i]:
                continue
            for c in range(2):
                vel[i, c] = (vel[i, c] + 0.5 * dt * force[i, c]) * (1.0 - drag * dt)
                pos[i, c] += dt * vel[i, c]
        spring_forces(pos, links, rest, k, force)
        force[:, 1] -= gravity
        for i in range(pos.shape[0]):
            if not fixed[i]:
                vel[i] += 0.5 * dt * force[i]
    return 0.5 * (vel ** 2).sum()


def cloth(rows, cols):
    pos = np.array([[float(c), float(-r)] for r in range(rows) for c in range(cols)])
    links = []
    for r in range(rows):
        for c in range(cols):
            if c + 1 < cols:
                links.append((r * cols + c, r * cols + c + 1))
            if r + 1 < rows:
                links.append((r * cols + c, (r + 1) * cols + c))
    return pos, np.array(links)


pos, links = cloth(4, 6)
fixed = np.zeros(len(pos), dtype=bool)
fixed[[0, 5]] = True
span = pos[links[:, 1]] - pos[links[:, 0]]
rest = np.hypot(span[:, 0], span[:, 1])
print("points", pos.shape, "springs", links.shape, "rest", np.unique(rest))
vel = np.zeros_like(pos)
for block in range(5):
    e = velocity_verlet(pos, vel, links, rest, fixed, 50.0, 1.0, 1.5, 0.02, 400)
    low = np.round(pos[:, 1], 6).argmin()
    print("block %d: kinetic below 1e-3: %s, lowest point %d" % (block, e < 1e-3, low))
print(np.round(pos.reshape(4, 6, 2)[:, :, 1], 3))
print("left-right symmetric:")
print(np.allclose(pos.reshape(4, 6, 2)[:, :, 1], pos.reshape(4, 6, 2)[:, ::-1, 1], atol=1e-6))
span = pos[links[:, 1]] - pos[links[:, 0]]
stretch = np.hypot(span[:, 0], span[:, 1]) / rest
print("stretch %.4f .. %.4f" % (stretch.min(), stretch.max()))

# a single spring is a harmonic oscillator
p = np.array([[0.0, 0.0], [1.5, 0.0]])
v = np.zeros((2, 2))
one = np.array([[0, 1]])
velocity_verlet(p, v, one, np.array([1.0]), np.array([True, False]), 4.0, 0.0, 0.0, 0.001, 1571)
print("after half a period x = %.4f, y = %.4f" % (p[1, 0], p[1, 1]))
