"""A three-state weather chain: powers, stationary distribution, simulation, hitting times."""
import numpy as np
from numba import njit

STATES = ("sun", "cloud", "rain")
P = np.array([[0.7, 0.2, 0.1],
              [0.3, 0.4, 0.3],
              [0.2, 0.4, 0.4]])


@njit
def simulate(P, start, u):
    """One step for each uniform number in `u`."""
    path = np.empty(u.size + 1, dtype=np.int64)
    path[0] = start
    for t in range(u.size):
        row = P[path[t]]
        acc = 0.0
        new = row.size - 1
        for s in range(row.size):
            acc += row[s]
            if u[t] < acc:
                new = s
                break
        path[t + 1] = new
    return path


def stationary(P):
    """Solves pi P = pi together with sum(pi) = 1."""
    n = len(P)
    A = np.vstack((P.T - np.eye(n), np.ones(n)))
    b = np.append(np.zeros(n), 1.0)
    return np.linalg.lstsq(A, b, rcond=None)[0]


def main():
    print("two days on")
    print(P @ P)
    print("a month on")
    print(np.round(np.linalg.matrix_power(P, 30), 6))
    pi = stationary(P)
    print("stationary", np.round(pi, 6), "check", np.allclose(pi @ P, pi))

    rng = np.random.default_rng(11)
    path = simulate(P, 0, rng.random(20_000))
    print("first fortnight:", " ".join(STATES[s] for s in path[:14]))
    share = np.bincount(path, minlength=3) / path.size
    for name, p, q in zip(STATES, pi, share):
        print(f"{name:>6}: theory {p:7.3%}  simulated {q:7.3%}")

    counts = np.zeros((3, 3), dtype=int)
    np.add.at(counts, (path[:-1], path[1:]), 1)
    print(counts)
    print("largest error of the estimated matrix below 0.02:",
          np.abs(counts / counts.sum(axis=1, keepdims=True) - P).max() < 0.02)

    # mean number of days until it rains
    keep = [0, 1]
    T = P[np.ix_(keep, keep)]
    days = np.linalg.solve(np.eye(2) - T, np.ones(2))
    print("days until rain:", {STATES[k]: round(float(d), 3) for k, d in zip(keep, days)})


if __name__ == "__main__":
    main()
