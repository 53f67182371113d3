import numpy as np
from numba import njit


@njit
def viterbi(obs, logp, logt, loge):
    n, s = obs.size, logp.size
    score = np.full((n, s), -np.inf)
    back = np.zeros((n, s), dtype=np.int64)
    for k in range(s):
        score[0, k] = logp[k] + loge[k, obs[0]]
    for t in range(1, n):
        for k in range(s):
            for j in range(s):
                v = score[t - 1, j] + logt[j, k] + loge[k, obs[t]]
                if v > score[t, k]:
                    score[t, k] = v
                    back[t, k] = j
    path = np.zeros(n, dtype=np.int64)
    path[-1] = np.argmax(score[-1])
    for t in range(n - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]
    return path, score[-1].max()


@njit
def forward_backward(obs, p, T, E):
    n, s = obs.size, p.size
    alpha = np.zeros((n, s))
    beta = np.ones((n, s))
    scale = np.zeros(n)
    for t in range(n):
        for k in range(s):
            if t == 0:
                a = p[k]
            else:
                a = 0.0
                for j in range(s):
                    a += alpha[t - 1, j] * T[j, k]
            alpha[t, k] = a * E[k, obs[t]]
        scale[t] = alpha[t].sum()
        alpha[t] /= scale[t]
    for t in range(n - 2, -1, -1):
        for k in range(s):
            b = 0.0
            for j in range(s):
                b += T[k, j] * E[j, obs[t + 1]] * beta[t + 1, j]
            beta[t, k] = b / scale[t + 1]
    return alpha * beta, np.log(scale).sum()


def sample(n, p, T, E, seed):
    rng = np.random.default_rng(seed)
    states = np.empty(n, dtype=int)
    obs = np.empty(n, dtype=int)
    states[0] = rng.choice(len(p), p=p)
    for t in range(n):
        if t:
            states[t] = rng.choice(len(p), p=T[states[t - 1]])
        obs[t] = rng.choice(E.shape[1], p=E[states[t]])
    return states, obs


names = ["Healthy", "Fever"]
p = np.array([0.6, 0.4])
T = np.array([[0.7, 0.3], [0.4, 0.6]])
E = np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]])
path, score = viterbi(np.array([0, 1, 2]), np.log(p), np.log(T), np.log(E))
print([names[k] for k in path], "probability %.5f" % np.exp(score))

fair = np.array([[0.95, 0.05], [0.1, 0.9]])
dice = np.vstack((np.full(6, 1 / 6), np.append(np.full(5, 0.1), 0.5)))
states, obs = sample(60, np.array([0.5, 0.5]), fair, dice, 15)
path, score = viterbi(obs, np.log(np.array([0.5, 0.5])), np.log(fair), np.log(dice))
print("rolls ", "".join(str(o + 1) for o in obs))
print("true  ", "".join("FL"[s] for s in states))
print("guess ", "".join("FL"[s] for s in path))
print("right %d of 60, log score %.4f" % ((path == states).sum(), score))
gamma, loglik = forward_backward(obs, np.array([0.5, 0.5]), fair, dice)
print("log likelihood %.4f >= %.4f: %s" % (loglik, score, loglik >= score))
print(np.round(gamma[::10], 4))
print("rows sum to one:", np.allclose(gamma.sum(axis=1), 1.0))
print("posterior decoding agrees in", int((gamma.argmax(axis=1) == path).sum()))
