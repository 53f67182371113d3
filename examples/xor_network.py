"""A two-layer network learns XOR by back-propagation, in plain NumPy."""
import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def train(X, Y, hidden, epochs, rate, seed):
    rs = np.random.RandomState(seed)
    W1 = rs.uniform(-1, 1, (X.shape[1], hidden))
    b1 = np.zeros(hidden)
    W2 = rs.uniform(-1, 1, (hidden, 1))
    b2 = np.zeros(1)
    history = []
    for epoch in range(epochs):
        H = np.tanh(X @ W1 + b1)
        P = sigmoid(H @ W2 + b2)
        loss = -np.mean(Y * np.log(P) + (1 - Y) * np.log(1 - P))
        if epoch % 250 == 0:
            history.append((epoch, float(loss)))
        dZ2 = (P - Y) / len(X)
        dW2 = H.T @ dZ2
        dZ1 = (dZ2 @ W2.T) * (1 - H ** 2)
        dW1 = X.T @ dZ1
        W2 -= rate * dW2
        b2 -= rate * dZ2.sum(axis=0)
        W1 -= rate * dW1
        b1 -= rate * dZ1.sum(axis=0)
    return W1, b1, W2, b2, history


X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
Y = np.array([[0.0], [1.0], [1.0], [0.0]])
W1, b1, W2, b2, history = train(X, Y, hidden=4, epochs=1001, rate=0.8, seed=3)

for epoch, loss in history:
    print(f"epoch {epoch:4d}  loss {loss:.4f}")
P = sigmoid(np.tanh(X @ W1 + b1) @ W2 + b2)
for (p, q), out in zip(X.astype(int), P[:, 0]):
    print(p, "xor", q, "=", int(out > 0.5), "sure" if abs(out - 0.5) > 0.4 else "unsure")
print("all right:", bool(((P > 0.5) == Y).all()))
print("shapes", W1.shape, b1.shape, W2.shape, b2.shape, "parameters", W1.size + b1.size + W2.size + b2.size)
