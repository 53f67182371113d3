import numpy as np
from numba import njit


@njit
def sigmoid(z):
    if z >= 0:
        return 1.0 / (1.0 + np.exp(-z))
    e = np.exp(z)
    return e / (1.0 + e)


@njit
def train(X, y, rate, l2, epochs):
    n, d = X.shape
    w = np.zeros(d)
    losses = np.empty(epochs)
    for ep in range(epochs):
        grad = np.zeros(d)
        loss = 0.0
        for i in range(n):
            z = 0.0
            for j in range(d):
                z += X[i, j] * w[j]
            p = sigmoid(z)
            loss -= np.log(p) if y[i] == 1 else np.log(1.0 - p)
            for j in range(d):
                grad[j] += (p - y[i]) * X[i, j]
        w -= rate * (grad / n + l2 * w)
        losses[ep] = loss / n
    return w, losses


def make_data(rng, n):
    y = rng.integers(0, 2, n)
    X = np.empty((n, 3))
    X[:, 0] = 1.0
    X[:, 1] = rng.normal(0, 1, n) + 1.2 * y
    X[:, 2] = rng.normal(0, 1, n) - 0.8 * y
    return X, y


rng = np.random.default_rng(77)
X, y = make_data(rng, 200)
Xt, yt = make_data(rng, 100)
print("class counts", np.bincount(y), np.bincount(yt))

w, losses = train(X, y, 0.5, 0.001, 300)
print("weights", np.round(w, 4))
for ep in (0, 1, 10, 100, 299):
    print(f"epoch {ep:>3}: loss {losses[ep]:.5f}")
print("loss never rises:", bool((np.diff(losses) <= 0).all()))

prob = 1 / (1 + np.exp(-(Xt @ w)))
pred = (prob > 0.5).astype(int)
tp = int(((pred == 1) & (yt == 1)).sum())
fp = int(((pred == 1) & (yt == 0)).sum())
fn = int(((pred == 0) & (yt == 1)).sum())
tn = int(((pred == 0) & (yt == 0)).sum())
print("confusion", [[tn, fp], [fn, tp]])
print("accuracy %.2f precision %.3f recall %.3f f1 %.3f" % (
    (tp + tn) / 100, tp / (tp + fp), tp / (tp + fn), 2 * tp / (2 * tp + fp + fn)))

# ROC curve by sorting the scores
order = np.argsort(-prob)
hits = np.cumsum(yt[order] == 1) / (yt == 1).sum()
false = np.cumsum(yt[order] == 0) / (yt == 0).sum()
auc = float(np.sum(np.diff(false, prepend=0.0) * hits))
print(f"auc {auc:.4f}")
print("sigmoid extremes", sigmoid(-1000.0), sigmoid(0.0), sigmoid(1000.0))
