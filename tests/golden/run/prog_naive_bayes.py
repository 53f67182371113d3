import numpy as np
from numba import njit


@njit
def fit(X, y, classes):
    d = X.shape[1]
    mean = np.zeros((classes, d))
    var = np.zeros((classes, d))
    count = np.zeros(classes, dtype=np.int64)
    for i in range(X.shape[0]):
        c = y[i]
        count[c] += 1
        for j in range(d):
            delta = X[i, j] - mean[c, j]
            mean[c, j] += delta / count[c]
            var[c, j] += delta * (X[i, j] - mean[c, j])
    for c in range(classes):
        var[c] /= count[c]
    return mean, var, count


@njit
def log_posterior(x, mean, var, prior):
    out = np.empty(prior.size)
    for c in range(prior.size):
        s = np.log(prior[c])
        for j in range(x.size):
            s -= 0.5 * np.log(2 * np.pi * var[c, j]) + (x[j] - mean[c, j]) ** 2 / (2 * var[c, j])
        out[c] = s
    return out


@njit
def perceptron(X, y, epochs):
    w = np.zeros(X.shape[1] + 1)
    for ep in range(epochs):
        wrong = 0
        for i in range(X.shape[0]):
            a = w[-1]
            for j in range(X.shape[1]):
                a += w[j] * X[i, j]
            target = 1 if y[i] == 1 else -1
            if a * target <= 0:
                wrong += 1
                w[:-1] += target * X[i]
                w[-1] += target
        if wrong == 0:
            return w, ep + 1
    return w, epochs


def best_stump(X, y):
    best = (1.0, -1, 0.0, 0)
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for t in (values[:-1] + values[1:]) / 2:
            for sign in (0, 1):
                pred = (X[:, j] > t).astype(int) ^ sign
                err = float((pred != y).mean())
                if err < best[0] - 1e-12:
                    best = (err, j, float(t), sign)
    return best


np.random.seed(100)
centres = np.array([[0.0, 0.0, 1.0], [3.0, 1.0, -1.0], [0.0, 4.0, 0.0]])
y = np.repeat(np.arange(3), 30)
X = centres[y] + np.random.randn(90, 3)
mix = np.random.permutation(90)
X, y = X[mix], y[mix]
train, test = slice(0, 60), slice(60, None)
mean, var, count = fit(X[train], y[train], 3)
print(count, np.round(mean, 4), np.round(var, 4), sep="\n")
print("agrees with numpy:", np.allclose(mean[1], X[train][y[train] == 1].mean(axis=0)))
print(np.allclose(var[2], X[train][y[train] == 2].var(axis=0)))
prior = count / count.sum()
pred = np.array([log_posterior(x, mean, var, prior).argmax() for x in X[test]])
print("accuracy %.4f" % (pred == y[test]).mean())
table = np.zeros((3, 3), dtype=int)
np.add.at(table, (y[test], pred), 1)
print(table)
lp = log_posterior(X[60], mean, var, prior)
post = np.exp(lp - lp.max())
print("posterior of one point:", np.round(post / post.sum(), 5))

two = y != 2
w, epochs = perceptron(X[two][:, :2] - [1.5, 0.5], y[two], 200)
acc = ((X[two][:, :2] - [1.5, 0.5]) @ w[:-1] + w[-1] > 0) == (y[two] == 1)
print("perceptron accuracy above 0.8:", bool(acc.mean() > 0.8))
easy = np.array([[1.0, 1.0], [2.0, 0.5], [-1.0, -2.0], [-0.5, -1.5]])
print(perceptron(easy, np.array([1, 1, 0, 0]), 50))
err, j, t, sign = best_stump(X[two], y[two])
print("stump: feature %d at %.4f (sign %d) error %.4f" % (j, t, sign, err))

docs = [("buy cheap pills", 1), ("meeting at noon", 0), ("cheap cheap offer", 1), ("lunch meeting", 0)]
words = sorted({w for d, _ in docs for w in d.split()})
counts = np.ones((2, len(words)))
for d, label in docs:
    for w in d.split():
        counts[label, words.index(w)] += 1
logp = np.log(counts / counts.sum(axis=1, keepdims=True))
for d in ("cheap lunch", "meeting offer noon"):
    s = sum(logp[:, words.index(w)] for w in d.split())
    print(d, "->", ["ham", "spam"][int(s.argmax())], np.round(s, 4))
