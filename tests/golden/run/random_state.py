import numpy as np

rs = np.random.RandomState(5)
print(rs.rand(2), rs.randint(0, 9, 5), rs.randn(2), rs.permutation(4), rs.uniform(0, 1, 2), rs.choice(7, 2))
print(rs.normal(0, 1), rs.random_sample())
a, b = np.random.RandomState(1), np.random.RandomState(1)
print(np.array_equal(a.rand(5), b.rand(5)), a.randint(100) == b.randint(100), a.normal() == b.normal())
np.random.seed(1)
print(np.random.rand() == np.random.RandomState(1).rand())
x = np.arange(5)
a.shuffle(x)
print(x, a.exponential(1.0, 2), a.poisson(4, 3), a.binomial(5, 0.5, 3), a.standard_normal((2, 2)))


def simulate(rng, n):
    total = 0.0
    for _ in range(n):
        total += rng.uniform(-1, 1)
    return total


print("%.10f %.10f" % (simulate(np.random.RandomState(3), 100), simulate(np.random.default_rng(3), 100)))
