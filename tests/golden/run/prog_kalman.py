import numpy as np
from numba import njit


@njit
def kalman1d(z, q, r):
    x, p = z[0], 1.0
    est = np.empty_like(z)
    gain = np.empty_like(z)
    for k in range(z.size):
        p += q
        g = p / (p + r)
        x += g * (z[k] - x)
        p *= 1.0 - g
        est[k] = x
        gain[k] = g
    return est, gain


@njit
def kalman(z, F, H, Q, R, x, P):
    n = z.shape[0]
    out = np.empty((n, x.size))
    for k in range(n):
        x = F @ x
        P = F @ P @ F.T + Q
        S = H @ P @ H.T + R
        K = P @ H.T @ np.linalg.inv(S)
        x = x + K @ (z[k] - H @ x)
        P = P - K @ H @ P
        out[k] = x
    return out, P


def particle_filter(z, n, rng):
    p = rng.normal(z[0], 1.0, n)
    out = []
    for obs in z:
        p = p + rng.normal(0.1, 0.2, n)
        w = np.exp(-0.5 * ((obs - p) / 0.5) ** 2)
        w /= w.sum()
        out.append(float((w * p).sum()))
        u = (np.arange(n) + rng.random()) / n
        p = p[np.minimum(np.searchsorted(np.cumsum(w), u), n - 1)]
    return np.array(out)


rng = np.random.default_rng(321)
truth = 1.25
z = truth + rng.normal(0, 0.4, 40)
est, gain = kalman1d(z, 1e-5, 0.16)
print(np.round(est[::8], 5), np.round(gain[::8], 5))
print("raw error %.4f, filtered error %.4f" % (np.abs(z - truth).mean(), np.abs(est[20:] - truth).mean()))

dt = 0.5
F = np.array([[1.0, dt], [0.0, 1.0]])
H = np.array([[1.0, 0.0]])
Q = 0.01 * np.array([[dt ** 4 / 4, dt ** 3 / 2], [dt ** 3 / 2, dt ** 2]])
R = np.array([[0.25]])
t = np.arange(40) * dt
position = 0.3 * t + 0.02 * t ** 2
zs = (position + rng.normal(0, 0.5, 40)).reshape(-1, 1)
out, P = kalman(zs, F, H, Q, R, np.zeros(2), np.eye(2) * 10)
for k in (0, 5, 10, 20, 39):
    print(f"t={t[k]:5.1f} true {position[k]:8.4f} seen {zs[k, 0]:8.4f} filtered {out[k, 0]:8.4f} speed {out[k, 1]:7.4f}")
print("covariance", np.round(P, 6))
print("rms seen %.4f, filtered %.4f" % (np.sqrt(((zs[:, 0] - position) ** 2).mean()), np.sqrt(((out[5:, 0] - position[5:]) ** 2).mean())))
print("symmetric positive:", np.allclose(P, P.T), bool((np.linalg.eigvalsh(P) > 0).all()))

walk = np.cumsum(rng.normal(0.1, 0.2, 25))
pf = particle_filter(walk + rng.normal(0, 0.5, 25), 300, rng)
print("particle filter rms %.4f" % np.sqrt(((pf - walk) ** 2).mean()))

# exponential smoothing with trend (Holt), and a one-step forecast error
level, trend = zs[0, 0], 0.0
errors = []
for v in zs[1:, 0]:
    forecast = level + trend
    errors.append(v - forecast)
    new = 0.5 * v + 0.5 * forecast
    trend = 0.3 * (new - level) + 0.7 * trend
    level = new
errors = np.array(errors)
print("Holt: mean error %.4f, rms %.4f" % (errors.mean(), np.sqrt((errors ** 2).mean())))
print("lag-1 autocorrelation %.4f" % np.corrcoef(errors[1:], errors[:-1])[0, 1])
