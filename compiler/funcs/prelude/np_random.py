# Pieces of numpy.random and of the random module.
import numpy as np


def pick(items, positions):
    return [items[i] for i in positions]


def multivariate_normal(z, mean, cov, legacy):
    n = mean.shape[0]
    if cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if cov.shape[0] != n:
        raise ValueError("mean and cov must have same length")
    x = z.reshape(-1, n)
    u, s, vh = np.linalg.svd(cov)
    if legacy:
        x = np.dot(x, np.sqrt(s).reshape(n, 1) * vh) + mean
    else:
        x = mean + np.dot(x, (u * np.sqrt(s)).T)
    return x.reshape(z.shape)
