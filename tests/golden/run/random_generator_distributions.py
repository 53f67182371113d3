import numpy as np

rng = np.random.default_rng(17)
print(rng.poisson(2, 4), rng.poisson(50, 2), rng.binomial(10, 0.3, 4), rng.binomial(1000, 0.5, 2), rng.geometric(0.5, 4))
print(rng.negative_binomial(2, 0.5))
print(np.round(rng.gamma(2, 1, 2), 9), np.round(rng.standard_gamma(0.5), 9), np.round(rng.beta(2, 2), 9), np.round(rng.beta(0.5, 0.5), 9), np.round(rng.chisquare(3), 9))
print(np.round(rng.standard_t(4), 9), np.round(rng.f(2, 5), 9))
print(np.round(rng.laplace(), 9), np.round(rng.logistic(), 9), np.round(rng.lognormal(), 9), np.round(rng.pareto(2), 9), np.round(rng.power(2), 9))
print(np.round(rng.rayleigh(), 9), np.round(rng.weibull(1.5), 9), np.round(rng.gumbel(), 9), np.round(rng.triangular(0, 0.5, 1), 9))
print(rng.multinomial(10, [0.5, 0.5]), np.round(rng.dirichlet([1, 2]), 9), rng.hypergeometric(5, 5, 4), rng.logseries(0.5), np.round(rng.standard_cauchy(), 9))
print(np.round(rng.wald(1, 1), 9), rng.zipf(3), np.round(rng.vonmises(0, 2), 9))
print(rng.standard_normal(2, dtype=np.float32), rng.permuted([1, 2, 3, 4]), rng.choice(4, 2, replace=False, p=[0.4, 0.3, 0.2, 0.1]))
print(rng.choice(np.arange(6).reshape(3, 2), 2), rng.integers(0, 2, 3, dtype=bool))
