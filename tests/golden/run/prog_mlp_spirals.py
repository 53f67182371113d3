import numpy as np

np.random.seed(12)


class Dense:
    def __init__(self, n_in, n_out):
        self.W = np.random.randn(n_in, n_out) * np.sqrt(2.0 / n_in)
        self.b = np.zeros(n_out)
        self.x = np.zeros((1, n_in))
        self.dW = np.zeros_like(self.W)
        self.db = np.zeros_like(self.b)

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, grad):
        self.dW = self.x.T @ grad
        self.db = grad.sum(axis=0)
        return grad @ self.W.T

    def step(self, rate):
        self.W -= rate * self.dW
        self.b -= rate * self.db


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def spirals(n, classes):
    X = np.zeros((n * classes, 2))
    y = np.zeros(n * classes, dtype=int)
    for c in range(classes):
        r = np.linspace(0.05, 1.0, n)
        t = np.linspace(c * 4, (c + 1) * 4, n) + np.random.randn(n) * 0.1
        X[c * n:(c + 1) * n] = np.column_stack((r * np.sin(t), r * np.cos(t)))
        y[c * n:(c + 1) * n] = c
    return X, y


X, y = spirals(40, 3)
onehot = np.eye(3)[y]
first = Dense(2, 24)
second = Dense(24, 3)
print("parameters:", first.W.size + first.b.size + second.W.size + second.b.size)
for epoch in range(1501):
    h = first.forward(X)
    a = np.maximum(h, 0)
    p = softmax(second.forward(a))
    loss = -np.log(p[np.arange(len(y)), y]).mean()
    grad = (p - onehot) / len(y)
    grad = second.backward(grad)
    first.backward(grad * (h > 0))
    first.step(1.0)
    second.step(1.0)
    if epoch == 0:
        start = loss
        print("first loss %.6f" % loss)
print("loss fell below a third:", bool(loss < start / 3))
acc = (p.argmax(axis=1) == y).mean()
print("training accuracy above 90%:", bool(acc > 0.9))
print("rows sum to one:", np.allclose(p.sum(axis=1), 1.0))

# gradient check on one weight
small = Dense(2, 3)
data = np.array([[0.5, -1.0], [2.0, 0.25]])
target = np.array([2, 0])


def loss_of(layer):
    q = softmax(layer.forward(data))
    return -np.log(q[np.arange(2), target]).mean()


q = softmax(small.forward(data))
small.backward((q - np.eye(3)[target]) / 2)
eps = 1e-5
worst = 0.0
for i in range(2):
    for j in range(3):
        keep = small.W[i, j]
        small.W[i, j] = keep + eps
        up = loss_of(small)
        small.W[i, j] = keep - eps
        down = loss_of(small)
        small.W[i, j] = keep
        worst = max(worst, abs((up - down) / (2 * eps) - small.dW[i, j]))
print("gradient check passed:", worst < 1e-8)
