import numpy as np
from numba import njit


@njit
def wave_step(u, prev, c2):
    new = np.zeros_like(u)
    for i in range(1, u.size - 1):
        new[i] = 2.0 * u[i] - prev[i] + c2 * (u[i + 1] - 2.0 * u[i] + u[i - 1])
    return new


@njit
def simulate(u0, c2, steps, every):
    frames = [u0.copy()]
    prev = u0.copy()
    u = u0.copy()
    for i in range(1, u.size - 1):
        u[i] = u0[i] + 0.5 * c2 * (u0[i + 1] - 2.0 * u0[i] + u0[i - 1])
    for t in range(1, steps + 1):
        if t % every == 0:
            frames.append(u.copy())
        u, prev = wave_step(u, prev, c2), u
    return frames


def plot(u, height=5):
    rows = [[" "] * len(u) for _ in range(height)]
    for j, v in enumerate(u):
        k = int(round((1.0 - v) / 2.0 * (height - 1)))
        rows[min(max(k, 0), height - 1)][j] = "*"
    return ["".join(r).rstrip() for r in rows]


n = 41
x = np.linspace(0, 1, n)
pluck = np.where(x < 0.3, x / 0.3, (1 - x) / 0.7)
frames = simulate(pluck, 1.0, 80, 10)
print(len(frames), frames[0].shape)
for k in (0, 2, 4):
    print("frame", k)
    for line in plot(frames[k]):
        print("|" + line)
print("period of 80 steps restores the string:", np.allclose(frames[8], pluck))
print("half a period turns it round:", np.allclose(frames[4], -pluck[::-1]))

# two dimensions with slices, reflecting walls
u = np.zeros((9, 9))
u[4, 4] = 1.0
prev = u.copy()
for step in range(6):
    new = u * 0
    new[1:-1, 1:-1] = (2 * u[1:-1, 1:-1] - prev[1:-1, 1:-1]
                       + 0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]))
    prev, u = u, new
print(u[4])
print(np.round(u[1:5, 1:5], 4))
print("four-fold symmetry:", np.array_equal(u, u.T), np.array_equal(u, u[::-1]), np.array_equal(u, np.rot90(u)))
