import numpy as np

np.random.seed(2718)
n = 4000
samples = {
    "uniform": np.random.uniform(-1, 3, n),
    "normal": np.random.normal(5, 2, n),
    "exponential": np.random.exponential(1.5, n),
    "gamma": np.random.gamma(2.0, 1.0, n),
    "beta": np.random.beta(2.0, 5.0, n),
    "chisquare": np.random.chisquare(3, n),
    "poisson": np.random.poisson(4.0, n),
    "binomial": np.random.binomial(10, 0.3, n),
    "geometric": np.random.geometric(0.25, n),
    "lognormal": np.random.lognormal(0.0, 0.5, n),
    "weibull": np.random.weibull(1.5, n),
    "triangular": np.random.triangular(0, 1, 4, n),
    "laplace": np.random.laplace(0, 1, n),
    "logistic": np.random.logistic(1, 0.5, n),
    "rayleigh": np.random.rayleigh(2.0, n),
}
print(f"{'name':<12}{'dtype':<9}{'mean':>9}{'std':>9}{'min':>9}{'max':>9}")
for name, s in samples.items():
    print(f"{name:<12}{s.dtype!s:<9}{s.mean():9.4f}{s.std():9.4f}{s.min():9.4f}{s.max():9.4f}")

print(np.random.rand(3))
print(np.random.randn(2, 2))
print(np.random.randint(10, 20, 8), np.random.randint(3), np.random.random_sample(2))
print(np.random.choice(5, 6), np.random.choice([10, 20, 30], 4, p=[0.1, 0.2, 0.7]))
print(np.random.permutation(6), np.random.choice(np.arange(8), 3, replace=False))
deck = np.arange(10)
np.random.shuffle(deck)
print(deck)
print(np.random.standard_normal(3), np.random.standard_exponential(2))
print(np.random.multinomial(20, [0.2, 0.3, 0.5]), np.random.multinomial(6, [0.5, 0.5], size=2))
cloud = np.random.multivariate_normal([0, 10], [[1.0, 0.5], [0.5, 2.0]], 500)
print(np.abs(cloud.mean(axis=0) - [0, 10]) < 0.3, cloud.shape)
print(np.random.dirichlet([1.0, 2.0, 3.0]).sum().round(12), np.random.hypergeometric(5, 5, 3, 4))

values = samples["normal"]
hist, edges = np.histogram(values, bins=8)
for h, lo, hi in zip(hist, edges, edges[1:]):
    print(f"{lo:7.3f} .. {hi:7.3f} {h:5d} {'#' * (int(h) // 40)}")
print(np.percentile(values, [5, 25, 50, 75, 95]).round(5))
z = (values - values.mean()) / values.std()
print("skewness %.5f, kurtosis %.5f" % ((z ** 3).mean(), (z ** 4).mean() - 3))
a, b = samples["gamma"], samples["gamma"] * 2 + values
print(np.round(np.corrcoef(a, b), 5))
counts = np.bincount(samples["poisson"])
print(counts, counts.argmax())
one = np.random.RandomState(1)
two = np.random.RandomState(1)
print(one.rand(), one.randint(100), one.rand() == two.rand(), np.array_equal(two.permutation(3).shape, (3,)))
