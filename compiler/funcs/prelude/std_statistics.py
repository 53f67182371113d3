# The module statistics. mean, variance and their kin are functions of the runtime (std_functional.c).
import math


def whole(value: float):
    return int(value) if value == math.floor(value) and abs(value) < 9e15 else value


def fmean(data):
    if not data:
        raise StatisticsError("fmean requires at least one data point")
    return math.fsum(data) / len(data)


def fmean_weighted(data, weights):
    if len(data) != len(weights):
        raise StatisticsError("data and weights must be the same length")
    total = math.fsum(weights)
    if total == 0.0:
        raise StatisticsError("sum of weights must be non-zero")
    return math.sumprod(data, weights) / total


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[(n - 1) // 2]


def median_high(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[n // 2]


def multimode(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    most = max(counts.values(), default=0)
    return [x for x, n in counts.items() if n == most]


def mode(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    if not counts:
        raise StatisticsError("no mode for empty data")
    most = max(counts.values())
    for x, n in counts.items():
        if n == most:
            return x
    raise StatisticsError("no mode for empty data")


def geometric_mean(data):
    n = len(data)
    if n == 0:
        raise StatisticsError("Must have a non-empty dataset")
    logs = []
    found_zero = False
    for x in data:
        if x > 0.0 or math.isnan(x):
            logs.append(math.log(x))
        elif x == 0.0:
            found_zero = True
        else:
            raise StatisticsError("No negative inputs allowed")
    if found_zero:
        return 0.0
    return math.exp(math.fsum(logs) / n)


def harmonic_mean(data):
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    inverse = []
    for x in data:
        if x < 0.0:
            raise StatisticsError("harmonic mean does not support negative values")
        if len(data) == 1:
            return x
        if x == 0.0:
            return 0
        inverse.append(1.0 / x)
    # n / total, where total is what rounding leaves of the exact sum and what it takes away
    n = float(len(data))
    total = math.fsum(inverse)
    inverse.append(-total)
    rest = math.fsum(inverse)
    quotient = n / total
    return quotient + (math.fma(-quotient, total, n) - quotient * rest) / total


def quantiles(data, n: int, method):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    size = len(data)
    if size < 2:
        if size == 1:
            return [data[0] * 1.0 for _ in range(n - 1)]
        raise StatisticsError("must have at least one data point")
    result = []
    if method == "inclusive":
        m = size - 1
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
    elif method == "exclusive":
        m = size + 1
        for i in range(1, n):
            j = i * m // n
            j = 1 if j < 1 else size - 1 if j > size - 1 else j
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    else:
        raise StatisticsError(f"Unknown method: {method!r}")
    return result


def covariance(x, y):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar = math.fsum(x) / n
    ybar = math.fsum(y) / n
    sxy = math.sumprod([xi - xbar for xi in x], [yi - ybar for yi in y])
    return sxy / (n - 1)


def correlation(x, y):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    xbar = math.fsum(x) / n
    ybar = math.fsum(y) / n
    dx = [xi - xbar for xi in x]
    dy = [yi - ybar for yi in y]
    sxy = math.sumprod(dx, dy)
    sxx = math.sumprod(dx, dx)
    syy = math.sumprod(dy, dy)
    if sxx == 0.0 or syy == 0.0:
        raise StatisticsError("at least one of the inputs is constant")
    return sxy / math.sqrt(sxx * syy)


def linear_regression(x, y):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    xbar = math.fsum(x) / n
    ybar = math.fsum(y) / n
    dx = [xi - xbar for xi in x]
    dy = [yi - ybar for yi in y]
    sxy = math.sumprod(dx, dy) + 0.0
    sxx = math.sumprod(dx, dx)
    if sxx == 0.0:
        raise StatisticsError("x is constant")
    slope = sxy / sxx
    return slope, ybar - slope * xbar
