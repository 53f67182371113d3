"""Bootstrap confidence intervals and a permutation test with default_rng."""
import numpy as np

rng = np.random.default_rng(12345)
before = rng.normal(100.0, 15.0, 40)
after = rng.normal(108.0, 15.0, 35)
print("means %.4f %.4f, difference %.4f" % (before.mean(), after.mean(), after.mean() - before.mean()))
print("standard deviations %.4f %.4f" % (before.std(ddof=1), after.std(ddof=1)))


def bootstrap(sample, statistic, repeats):
    out = np.empty(repeats)
    for k in range(repeats):
        out[k] = statistic(sample[rng.integers(0, sample.size, sample.size)])
    return out


means = bootstrap(before, np.mean, 1000)
low, high = np.percentile(means, [2.5, 97.5])
print(f"95% interval of the mean: [{low:.4f}, {high:.4f}]")
medians = bootstrap(after, np.median, 1000)
print("median %.4f, its standard error %.4f" % (np.median(after), medians.std(ddof=1)))

# all resamples at once
index = rng.integers(0, before.size, (500, before.size))
spread = before[index].std(axis=1, ddof=1)
print("spread: quartiles", np.round(np.quantile(spread, [0.25, 0.5, 0.75]), 4))

observed = after.mean() - before.mean()
pool = np.concatenate((before, after))
larger = 0
for _ in range(1000):
    mixed = rng.permutation(pool)
    difference = mixed[:after.size].mean() - mixed[after.size:].mean()
    if abs(difference) >= abs(observed):
        larger += 1
print("permutation test: p = %.3f" % ((larger + 1) / 1001))
print("choice:", rng.choice(["red", "green", "blue"], 6), rng.choice(10, 5, replace=False))
