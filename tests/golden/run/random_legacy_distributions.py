import numpy as np

np.random.seed(11)
print(np.round(np.random.exponential(2.0, 2), 9), np.round(np.random.standard_exponential(), 9), np.random.poisson(3, 5), np.random.poisson(100.0, 2))
print(np.random.binomial(10, 0.5, 4), np.random.binomial(100, 0.4, 3), np.random.geometric(0.3, 3), np.random.negative_binomial(3, 0.5))
print(np.round(np.random.gamma(2.0, 2.0, 2), 9), np.round(np.random.gamma(0.5), 9), np.round(np.random.standard_gamma(1.0), 9), np.round(np.random.beta(2, 3), 9), np.round(np.random.beta(0.5, 0.5), 9))
print(np.round(np.random.chisquare(2), 9))
print(np.round(np.random.laplace(), 9), np.round(np.random.logistic(), 9), np.round(np.random.lognormal(), 9), np.round(np.random.pareto(3), 9), np.round(np.random.power(2), 9))
print(np.round(np.random.rayleigh(), 9))
print(np.round(np.random.weibull(2), 9), np.round(np.random.gumbel(), 9), np.round(np.random.triangular(0, 1, 2), 9), np.round(np.random.standard_t(5), 9), np.round(np.random.f(3, 4), 9))
print(np.round(np.random.standard_cauchy(), 9))
print(np.random.multinomial(10, [0.3, 0.7]), np.round(np.random.dirichlet([1, 1]), 9), np.round(np.random.wald(1, 2), 9), np.round(np.random.vonmises(0, 1), 9), np.random.zipf(3))
print(np.random.hypergeometric(5, 5, 4))
