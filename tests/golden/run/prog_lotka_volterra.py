import numpy as np
from numba import njit


@njit
def rhs(y, p):
    return np.array([p[0] * y[0] - p[1] * y[0] * y[1], -p[2] * y[1] + p[3] * y[0] * y[1]])


@njit
def adaptive_rk(y, p, t_end, tol):
    """Bogacki-Shampine 3(2) with step size control."""
    t = 0.0
    h = 0.01
    ts = [0.0]
    ys = [y.copy()]
    rejected = 0
    k1 = rhs(y, p)
    while t < t_end - 1e-12:
        h = min(h, t_end - t)
        k2 = rhs(y + 0.5 * h * k1, p)
        k3 = rhs(y + 0.75 * h * k2, p)
        new = y + h * (2.0 / 9.0 * k1 + 1.0 / 3.0 * k2 + 4.0 / 9.0 * k3)
        k4 = rhs(new, p)
        low = y + h * (7.0 / 24.0 * k1 + 0.25 * k2 + 1.0 / 3.0 * k3 + 0.125 * k4)
        err = np.abs(new - low).max()
        if err <= tol:
            t += h
            y = new
            k1 = k4
            ts.append(t)
            ys.append(y)
        else:
            rejected += 1
        h *= min(2.0, max(0.3, 0.9 * (tol / (err + 1e-300)) ** (1.0 / 3.0)))
    return ts, ys, rejected


@njit
def euler(y, p, h, n):
    out = np.empty((n + 1, 2))
    out[0] = y
    for i in range(n):
        out[i + 1] = out[i] + h * rhs(out[i], p)
    return out


@njit
def symplectic(y, p, h, n):
    x, z = y[0], y[1]
    for _ in range(n):
        x = x * np.exp(h * (p[0] - p[1] * z))
        z = z * np.exp(h * (p[3] * x - p[2]))
    return x, z


@njit
def invariant(y, p):
    return p[3] * y[0] - p[2] * np.log(y[0]) + p[1] * y[1] - p[0] * np.log(y[1])


p = np.array([1.1, 0.4, 0.4, 0.1])
y0 = np.array([10.0, 10.0])
ts, ys, rejected = adaptive_rk(y0, p, 20.0, 1e-8)
path = np.array([[y[0], y[1]] for y in ys])
print("accepted more than 100 steps:", len(ts) > 100, "end", round(ts[-1], 9))
print(np.round(path[-1], 4))
grid = np.linspace(0, 20, 11)
prey = np.interp(grid, ts, path[:, 0])
for t, v in zip(grid, prey):
    print("t=%4.1f prey %7.3f %s" % (t, v, "*" * int(round(v))))
v = np.array([invariant(s, p) for s in path])
print("invariant %.6f kept: %s" % (v[0], np.abs(v - v[0]).max() < 1e-4))

for h, n in ((0.1, 200), (0.01, 2000)):
    e = euler(y0, p, h, n)
    print("euler h=%.2f drift %.4f" % (h, invariant(e[-1], p) - v[0]))
x, z = symplectic(y0, p, 0.01, 2000)
print("symplectic %.3f %.3f" % (x, z), abs(invariant(np.array([x, z]), p) - v[0]) < 0.05)
print("fixed point", p[2] / p[3], p[0] / p[1], np.abs(rhs(np.array([p[2] / p[3], p[0] / p[1]]), p)).max() < 1e-12)
peaks = [i for i in range(1, len(path) - 1) if path[i - 1, 0] < path[i, 0] >= path[i + 1, 0]]
print("prey peaks near", [round(ts[i], 1) for i in peaks])

# Van der Pol: the limit cycle has amplitude close to two
mu, xx, vv = 1.0, 0.5, 0.0
tops = []
for i in range(6000):
    old = vv
    vv += 0.005 * (mu * (1 - xx * xx) * vv - xx)
    xx += 0.005 * vv
    if old > 0 >= vv:
        tops.append(round(xx, 3))
print(tops)
