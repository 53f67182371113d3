import numpy as np
from numba import njit


@njit
def sir(beta, gamma, s, i, r, days, steps_per_day):
    out = np.empty((days + 1, 3))
    out[0, 0], out[0, 1], out[0, 2] = s, i, r
    h = 1.0 / steps_per_day
    for d in range(days):
        for _ in range(steps_per_day):
            new = beta * s * i * h
            gone = gamma * i * h
            s -= new
            i += new - gone
            r += gone
        out[d + 1] = np.array([s, i, r])
    return out


@njit
def gillespie(n, i, beta, gamma, seed):
    np.random.seed(seed)
    s = n - i
    r = 0
    t = 0.0
    peak = i
    while i > 0:
        a = beta * s * i / n
        b = gamma * i
        t += -np.log(1.0 - np.random.random()) / (a + b)
        if np.random.random() * (a + b) < a:
            s -= 1
            i += 1
        else:
            i -= 1
            r += 1
        peak = max(peak, i)
    return r, peak, t


@njit
def network_step(state, neighbours, degree, u):
    new = state.copy()
    for v in range(state.size):
        if state[v] == 1:
            new[v] = 2
        elif state[v] == 0:
            sick = 0
            for k in range(degree[v]):
                sick += state[neighbours[v, k]] == 1
            if u[v] > 0.6 ** sick:
                new[v] = 1
    return new


path = sir(0.5, 0.2, 0.99, 0.01, 0.0, 80, 20)
print("   day susceptible infected recovered")
for d in range(0, 81, 10):
    print("%6d %11.5f %8.5f %9.5f" % (d, path[d, 0], path[d, 1], path[d, 2]))
day = int(path[:, 1].argmax())
print("peak on day", day, "with %.4f infected" % path[day, 1])
print("total constant:", np.allclose(path.sum(axis=1), 1.0))
x = 0.5
for _ in range(200):
    x = 1 - 0.99 * np.exp(-2.5 * x)
print("final size %.5f, theory %.5f" % (1 - sir(0.5, 0.2, 0.99, 0.01, 0.0, 400, 200)[-1, 0], x))

sizes = np.array([gillespie(200, 3, 0.5, 0.2, s)[0] for s in range(30)])
print("outbreaks", np.sort(sizes))
r, peak, t = gillespie(200, 3, 0.5, 0.2, 4)
print("run 4:", r, peak, "%.4f" % t)
print("large outbreaks: %d, mean size %.3f" % ((sizes > 50).sum(), sizes[sizes > 50].mean()))

# a ring with shortcuts
rng = np.random.RandomState(44)
n = 60
nb = np.column_stack([(np.arange(n) + k) % n for k in (-2, -1, 1, 2)])
swap = rng.rand(n, 4) < 0.08
nb[swap] = rng.randint(0, n, swap.sum())
degree = np.full(n, 4)
state = np.zeros(n, dtype=np.int64)
state[0] = 1
for step in range(12):
    print("".join("-*+"[v] for v in state))
    state = network_step(state, nb, degree, rng.rand(n))
    if not (state == 1).any():
        break
print("infected in the end:", int((state == 2).sum()), "of", n, "steps", step + 1)
for name, r0 in (("flu", 1.3), ("covid", 3.0), ("measles", 15.0)):
    print(f"{name:<8} herd immunity at {1 - 1 / r0:.1%}")
